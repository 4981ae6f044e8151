import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { runInNewContext } from "node:vm"

type Listener = (event: { request: object; respondWith: (response: Promise<Response>) => void }) => void

/** Lets the service worker answer a navigation with a response of the network; returns what is cached afterwards. */
async function cachedAfter(pathname: string, response: Response): Promise<Map<string, Response>> {
  const cached = new Map<string, Response>()
  const listeners = new Map<string, Listener>()
  const cache = { put: (key: string, value: Response) => Promise.resolve(cached.set(key, value)) }
  const text = readFileSync(join(process.cwd(), "sw.js"), "utf8").replace('"NAME"', '"x"').replace("= FILES", "= []")
  runInNewContext(text, {
    self: { addEventListener: (kind: string, listener: Listener) => listeners.set(kind, listener) },
    caches: { open: () => Promise.resolve(cache) },
    fetch: () => Promise.resolve(response),
    location: { origin: "http://a" },
    URL,
  })
  let answer: Promise<Response> | undefined
  const request = { url: `http://a${pathname}`, method: "GET", mode: "navigate" }
  listeners.get("fetch")?.({ request, respondWith: (found) => (answer = found) })
  assert.equal(await answer, response)
  return cached
}

test("a page is kept for offline use", async () => {
  const page = new Response("<!doctype html>", { headers: { "content-type": "text/html; charset=utf-8" } })
  assert.deepEqual([...(await cachedAfter("/t/x", page)).keys()], ["/"])
})

test("what is no page does not take the place of the page", async () => {
  const health = new Response("{}", { headers: { "content-type": "application/json" } })
  assert.equal((await cachedAfter("/healthz", health)).size, 0)
})
