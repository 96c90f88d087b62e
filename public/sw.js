// Shows a page of our own when there is no network, and exercises that were opened to practise, with their pictures. It
// keeps nothing else: no other page, nothing personal.
const shelf = 'offline-1'
const exercises = 'exercises-1'
const worlds = /^\/(de|es|fr|gr|it|en)(\/|$)/

const worldOf = (url) => worlds.exec(new URL(url).pathname)?.[1]

async function keepOffline(world) {
  const cache = await caches.open(shelf)
  const path = `/offline/${world}`
  if (!(await cache.match(path))) await cache.add(path)
}

addEventListener('install', () => skipWaiting())

addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== shelf && name !== exercises) await caches.delete(name)
      await registration.navigationPreload?.enable()
      await clients.claim()
    })(),
  )
})

addEventListener('message', (event) => {
  const { keep } = event.data
  if (/^[a-z]{2}$/.test(event.data)) event.waitUntil(keepOffline(event.data).catch(() => {}))
  else if (worlds.test(keep)) event.waitUntil(caches.open(exercises).then((cache) => cache.add(keep)).catch(() => {}))
})

addEventListener('fetch', (event) => {
  if (event.request.url.includes('/unit-assets?') && event.request.destination === 'image')
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request)))
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET') return
  event.respondWith(
    (async () => {
      try {
        return (await event.preloadResponse) ?? (await fetch(event.request))
      } catch (error) {
        const world = worldOf(event.request.url) ?? 'en'
        const cache = await caches.open(shelf)
        const page = (await (await caches.open(exercises)).match(event.request)) ?? (await cache.match(`/offline/${world}`)) ?? (await cache.matchAll())[0]
        if (page) return page
        throw error
      }
    })(),
  )
})
