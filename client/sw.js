// Keeps the page, the games with their rules, and the games that were watched for when there is no network. The build fills in the names.
const name = "NAME"
const files = FILES
const kept = /^\/api\/games(\/[^/]+\/(rules|sample))?$/
/** What belongs to games that were watched outlives a new version of the page. */
const watched = "watched"
const most = 60
const record = /^\/api\/tables\/[^/]+\/record$/
/** Questions about a record, whose answers depend on nothing else. */
const asked = ["/api/replays", "/api/analyses"]
/** Polls for more of an analysis, named by the hash of its record. */
const poll = /^\/api\/analyses\/[0-9a-f]+$/

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(name)
      .then((cache) => cache.addAll(files))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((one) => one !== name && one !== watched).map((one) => caches.delete(one))))
      .then(() => self.clients.claim()),
  )
})

/** The network's answer, kept for later; without a network what was kept. */
async function fresh(request, key, where = name) {
  const cache = await caches.open(where)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(key, answer.clone())
    if (where === watched) await forget(cache)
    return answer
  } catch (error) {
    const found = await cache.match(key)
    if (found) return found
    throw error
  }
}

/** Lets the oldest go where there are too many. */
async function forget(cache) {
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)))
}

/** The answer to a question about a record, found again by the record and the language. */
async function about(request, pathname, search) {
  const body = await request.clone().json()
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body.record))
  const words = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
  return fresh(request, `${pathname}/${words}${search}`, watched)
}

self.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === "POST" && asked.includes(pathname)) event.respondWith(about(request, pathname, search))
  if (request.method !== "GET") return
  if (request.mode === "navigate") event.respondWith(fresh(request, "/"))
  else if (files.includes(pathname)) event.respondWith(caches.match(pathname).then((found) => found ?? fetch(request)))
  else if (kept.test(pathname)) event.respondWith(fresh(request, pathname + search))
  else if (record.test(pathname)) event.respondWith(fresh(request, pathname, watched))
  else if (poll.test(pathname)) event.respondWith(fresh(request, pathname + search, watched))
})
