// The words of the page in the language that is set.
import { en } from "./texts/en"

/** The catalogue in use. */
export function t(): typeof en {
  return en
}
