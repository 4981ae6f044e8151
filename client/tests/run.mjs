// Bundles the unit tests and runs them with node's own test runner; they need no browser.
import { build } from "esbuild"
import { spawnSync } from "node:child_process"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const here = fileURLToPath(new URL(".", import.meta.url))
const found = await readdir(here, { recursive: true })
const outdir = await mkdtemp(join(tmpdir(), "bestagon-client-tests-"))
try {
  const { metafile } = await build({
    entryPoints: found.filter((name) => /\.test\.tsx?$/.test(name)).map((name) => join(here, name)),
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    sourcemap: "inline",
    metafile: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "warning",
  })
  const files = Object.keys(metafile.outputs).map((name) => join(process.cwd(), name))
  process.exitCode =
    spawnSync(process.execPath, ["--enable-source-maps", "--test", "--test-reporter=spec", ...files], { stdio: "inherit" }).status ?? 1
} finally {
  await rm(outdir, { recursive: true })
}
