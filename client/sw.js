// Keeps the page, the list of games and their rules for when there is no network. The build fills in the names.
const name = "NAME"
const files = FILES
const kept = /^\/api\/games(\/[^/]+\/(rules|sample))?$/

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
      .then((names) => Promise.all(names.filter((one) => one !== name).map((one) => caches.delete(one))))
      .then(() => self.clients.claim()),
  )
})

/** The network's answer, kept for later; without a network what was kept. */
async function fresh(request, key) {
  const cache = await caches.open(name)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(key, answer.clone())
    return answer
  } catch (error) {
    const found = await cache.match(key)
    if (found) return found
    throw error
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (request.method !== "GET" || origin !== location.origin) return
  if (request.mode === "navigate") event.respondWith(fresh(request, "/"))
  else if (files.includes(pathname)) event.respondWith(caches.match(pathname).then((found) => found ?? fetch(request)))
  else if (kept.test(pathname)) event.respondWith(fresh(request, pathname + search))
})
