// Builds the client into dist: hashed names, one page, and a word about the size of the first load.
import { build, context } from "esbuild"
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"

const here = fileURLToPath(new URL(".", import.meta.url))
const dist = join(here, "dist")
const sprites = join(here, "../src/bestagon/scene/sprites")
const most = 150 * 1024

/** The symbols that Python draws with too, as one module: what each draws, by its name. */
const symbols = {
  name: "symbols",
  setup(bundle) {
    bundle.onResolve({ filter: /^symbols$/ }, () => ({ path: "symbols", namespace: "symbols" }))
    bundle.onLoad({ filter: /.*/, namespace: "symbols" }, async () => {
      const found = {}
      const files = (await readdir(sprites)).filter((name) => name.endsWith(".svg")).sort()
      for (const name of files) {
        const text = await readFile(join(sprites, name), "utf8")
        for (const [, id, body] of text.matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/gs)) found[id] = body.replace(/\s*\n\s*/g, "")
      }
      return { contents: JSON.stringify(found), loader: "json", watchFiles: files.map((name) => join(sprites, name)) }
    })
  },
}

/** Writes the page that names the hashed files. */
const page = {
  name: "page",
  setup(bundle) {
    bundle.onEnd(async (result) => {
      if (!result.metafile) return
      const names = Object.keys(result.metafile.outputs).map((name) => basename(name))
      const html = (await readFile(join(here, "index.html"), "utf8"))
        .replace(
          "SCRIPT",
          names.find((name) => /^main-.*\.js$/.test(name)),
        )
        .replace(
          "STYLE",
          names.find((name) => /^main-.*\.css$/.test(name)),
        )
      await writeFile(join(dist, "index.html"), html)
      for (const name of ["icon.svg", "manifest.webmanifest"]) await writeFile(join(dist, name), await readFile(join(here, name)))
      const files = ["/", "/icon.svg", "/manifest.webmanifest", ...names.map((name) => `/${name}`)]
      const worker = (await readFile(join(here, "sw.js"), "utf8"))
        .replace('"NAME"', JSON.stringify(names.join(" ")))
        .replace("= FILES", `= ${JSON.stringify(files)}`)
      await writeFile(join(dist, "sw.js"), worker)
      await report(names, first(result.metafile.outputs))
    })
  },
}

/** The files that the page needs before it shows anything: not those that it fetches when they are wanted. */
function first(outputs) {
  const found = new Set(Object.keys(outputs).filter((name) => /^main-.*\.(js|css)$/.test(basename(name))))
  for (const name of found) for (const { path, kind } of outputs[name].imports) if (kind === "import-statement") found.add(path)
  return new Set([...found].map((name) => basename(name)))
}

async function report(names, needed) {
  let all = 0
  for (const name of [...names, "index.html"]) {
    const bytes = gzipSync(await readFile(join(dist, name)), { level: 9 }).length
    const later = !needed.has(name) && name !== "index.html"
    if (!later) all += bytes
    console.log(`${name}: ${(bytes / 1024).toFixed(1)} KB compressed${later ? ", later" : ""}`)
  }
  console.log(`first load: ${(all / 1024).toFixed(1)} KB compressed`)
  if (all > most) throw new Error("the first load is too large")
}

const options = {
  entryPoints: [join(here, "src/main.tsx")],
  bundle: true,
  minify: true,
  format: "esm",
  splitting: true,
  target: "es2022",
  outdir: dist,
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  metafile: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  plugins: [symbols, page],
}

await rm(dist, { recursive: true, force: true })
await mkdir(dist, { recursive: true })
if (process.argv.includes("--watch")) await (await context(options)).watch()
else await build(options)
