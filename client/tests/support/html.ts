// Renders the elements of a component without hooks as HTML.
import { isValidElement, type ComponentChildren, type VNode } from "preact"

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;")

export function html(node: ComponentChildren): string {
  if (Array.isArray(node)) return node.map(html).join("")
  if (isValidElement(node)) return element(node as VNode<Record<string, unknown>>)
  return node === null || node === undefined || typeof node === "boolean" ? "" : escaped(String(node))
}

function element({ type, props }: VNode<Record<string, unknown>>): string {
  if (typeof type !== "string") throw new TypeError("only plain elements can be rendered")
  const { children, class: name } = props
  return `<${type}${typeof name === "string" ? ` class="${name}"` : ""}>${html(children as ComponentChildren)}</${type}>`
}
