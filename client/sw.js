// The service worker: caches the client, the games with their rules, and watched games for offline use. The build fills in the names.
const name = "NAME"
const files = FILES
/** GET requests of the API that are cached. */
const cacheable = /^\/api\/games(\/[^/]+\/(rules|sample))?$/
/** The addresses of pages, as opposed to files and the API. */
const page = /^\/(?!api\/)[^.]*$/
/** The cache of watched games, which outlives a new version of the client. */
const watched = "watched"
const maxWatched = 60
const record = /^\/api\/tables\/[^/]+\/record$/
/** POST requests about a record, whose responses depend on nothing else. */
const aboutRecord = ["/api/replays", "/api/analyses"]
/** Polls of an analysis, named by the hash of its record. */
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

/** Tells whether a response is the page; a link may lead to /healthz, whose response must not be opened offline instead. */
function isPage(response) {
  return (response.headers.get("content-type") ?? "").startsWith("text/html")
}

/** Network first: returns and caches the response of the network, or offline the cached one. */
async function networkFirst(request, key, cacheName = name) {
  const cache = await caches.open(cacheName)
  try {
    const response = await fetch(request)
    if (response.ok && (key !== "/" || isPage(response))) await cache.put(key, response.clone())
    if (cacheName === watched) await evict(cache)
    return response
  } catch (error) {
    const found = await cache.match(key)
    if (found) return found
    throw error
  }
}

/** Deletes the oldest entries beyond the limit. */
async function evict(cache) {
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - maxWatched)).map((key) => cache.delete(key)))
}

/** Answers a POST about a record; the cache key is the hash of the record and the language. */
async function recordResponse(request, pathname, search) {
  const body = await request.clone().json()
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body.record))
  const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
  return networkFirst(request, `${pathname}/${hash}${search}`, watched)
}

self.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === "POST" && aboutRecord.includes(pathname)) event.respondWith(recordResponse(request, pathname, search))
  if (request.method !== "GET") return
  if (request.mode === "navigate" && page.test(pathname)) event.respondWith(networkFirst(request, "/"))
  else if (files.includes(pathname)) event.respondWith(caches.match(pathname).then((found) => found ?? fetch(request)))
  else if (cacheable.test(pathname)) event.respondWith(networkFirst(request, pathname + search))
  else if (record.test(pathname)) event.respondWith(networkFirst(request, pathname, watched))
  else if (poll.test(pathname)) event.respondWith(networkFirst(request, pathname + search, watched))
})
