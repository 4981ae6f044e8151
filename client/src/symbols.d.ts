/** What every symbol of src/bestagon/scene/sprites draws, by its name; the build makes this module. */
declare module "symbols" {
  const symbols: Record<string, string>
  export default symbols
}
declare module "*.css"
