// Builds the client into dist: files with hashed names, the page, the service worker and the licences of bundled packages.
import { build, context } from "esbuild"
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"

const here = fileURLToPath(new URL(".", import.meta.url))
const dist = join(here, "dist")
const sprites = join(here, "../src/bestagon/scene/sprites")
/** The compressed bytes that a first visit may load, without fonts, and the bytes of all fonts. */
const maxFirstLoad = 150 * 1024
const maxFonts = 100 * 1024

/** Bundles the symbols that the server draws with too as one module: their SVG, by name. */
const symbols = {
  name: "symbols",
  setup(bundle) {
    bundle.onResolve({ filter: /^symbols$/ }, () => ({ path: "symbols", namespace: "symbols" }))
    bundle.onLoad({ filter: /.*/, namespace: "symbols" }, async () => {
      const found = { symbols: {}, labels: {}, paints: "" }
      const files = (await readdir(sprites)).filter((name) => name.endsWith(".svg")).sort()
      for (const name of files) {
        const text = await readFile(join(sprites, name), "utf8")
        for (const [, id, attributes, body] of text.matchAll(/<symbol id="([^"]+)"([^>]*)>(.*?)<\/symbol>/gs)) {
          found.symbols[id] = withRoles(body.replace(/\s*\n\s*/g, ""))
          const label = /data-label="(\S+) (\S+) (\S+) (\S+?)( hand)?"/.exec(attributes)
          if (label) found.labels[id] = [Number(label[1]), Number(label[2]), Number(label[3]), label[4], !!label[5]]
        }
        found.paints += [...text.matchAll(/<(\w+Gradient) id=.*?<\/\1>/gs)].map(([paint]) => paint).join("")
      }
      return { contents: JSON.stringify(found), loader: "json", watchFiles: files.map((name) => join(sprites, name)) }
    })
  },
}

/** Replaces colours with a role by custom properties of the theme, `--w-ROLE`, or of the page for the roles of marks. */
function withRoles(svg) {
  return svg.replace(/(fill|stroke)="([^"]+)" data-\1="([^"]+)"/g, (_, what, colour, role) => {
    return `${what}="var(--${role.startsWith("mark-") ? role : `w-${role}`},${colour})"`
  })
}

/** Writes the files beside the bundle. */
const assets = {
  name: "assets",
  setup(bundle) {
    bundle.onEnd(async ({ metafile }) => {
      if (!metafile) return
      const names = Object.keys(metafile.outputs).map((name) => basename(name))
      await writePage(names)
      await writeServiceWorker(names)
      await writeFile(join(dist, "licenses.txt"), await licences(Object.keys(metafile.inputs)))
      for (const name of ["icon.svg", "manifest.webmanifest"]) await writeFile(join(dist, name), await readFile(join(here, name)))
      await report(names, firstLoad(metafile.outputs))
    })
  },
}

async function writePage(names) {
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
}

async function writeServiceWorker(names) {
  const files = ["/", "/icon.svg", "/manifest.webmanifest", ...names.map((name) => `/${name}`)]
  const worker = (await readFile(join(here, "sw.js"), "utf8"))
    .replace('"NAME"', JSON.stringify(names.join(" ")))
    .replace("= FILES", `= ${JSON.stringify(files)}`)
  await writeFile(join(dist, "sw.js"), worker)
}

/** Returns the licence notices of the packages that the bundle contains; a package without one is an error. */
async function licences(inputs) {
  const packages = new Set(inputs.flatMap((path) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []))
  const notices = []
  for (const name of [...packages].sort()) {
    const folder = join(here, "node_modules", name)
    const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"))
    const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one))
    if (!file) throw new Error(`the package ${name} has no licence file, so that its code cannot be bundled`)
    notices.push(`${name} ${version} (${license})\n\n${(await readFile(join(folder, file), "utf8")).trim()}\n`)
  }
  return `Bestagon's browser client contains code of these packages.\n\n${notices.join(`\n${"-".repeat(80)}\n\n`)}`
}

/** Returns the files that the page needs before it shows anything, without those that are loaded on demand. */
function firstLoad(outputs) {
  const found = new Set(Object.keys(outputs).filter((name) => /^main-.*\.(js|css)$/.test(basename(name))))
  for (const name of found) for (const { path, kind } of outputs[name].imports) if (kind === "import-statement") found.add(path)
  return new Set([...found].map((name) => basename(name)))
}

async function report(names, first) {
  let total = 0
  let fonts = 0
  for (const name of [...names, "index.html"]) {
    if (name.endsWith(".woff2")) {
      fonts += (await readFile(join(dist, name))).length
      continue
    }
    const bytes = gzipSync(await readFile(join(dist, name)), { level: 9 }).length
    const onDemand = !first.has(name) && name !== "index.html"
    if (!onDemand) total += bytes
    console.log(`${name}: ${(bytes / 1024).toFixed(1)} KB compressed${onDemand ? ", on demand" : ""}`)
  }
  console.log(`first load: ${(total / 1024).toFixed(1)} KB compressed`)
  console.log(`fonts: ${(fonts / 1024).toFixed(1)} KB`)
  if (fonts > maxFonts) throw new Error(`the fonts are larger than ${maxFonts / 1024} KB`)
  if (total > maxFirstLoad) throw new Error(`the first load is larger than ${maxFirstLoad / 1024} KB`)
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
  assetNames: "[name]-[hash]",
  loader: { ".woff2": "file" },
  metafile: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  plugins: [symbols, assets],
}

await rm(dist, { recursive: true, force: true })
await mkdir(dist, { recursive: true })
if (process.argv.includes("--watch")) await (await context(options)).watch()
else await build(options)
