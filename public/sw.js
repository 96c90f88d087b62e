// Shows a page of our own when there is no network, and exercises that were opened to practise, with their pictures. It keeps
// nothing else: no other page, no other picture, nothing personal.
const shelf = 'offline-1'
const exercises = 'exercises-1'
const worlds = /^\/(de|es|fr|gr|it|en)(\/|$)/

const worldOf = (url) => worlds.exec(new URL(url).pathname)?.[1]

async function keepOffline(world) {
  const cache = await caches.open(shelf)
  const path = `/offline/${world}`
  if (!(await cache.match(path))) await cache.add(path)
}

const picture = /\/api\/v3\/unit-assets\?name=[0-9a-f]{64}\.webp/g
const mostPictures = 60

/** An exercise and what it shows: pictures that were not scrolled to yet are asked for, too. Their names say what they hold. */
async function keepExercise(path) {
  const cache = await caches.open(exercises)
  await cache.add(path)
  const text = await (await cache.match(path)).text()
  for (const address of [...new Set(text.match(picture))].slice(0, mostPictures))
    if (!(await cache.match(address))) await cache.add(address).catch(() => {})
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
  else if (worlds.test(keep)) event.waitUntil(keepExercise(keep).catch(() => {}))
})

addEventListener('fetch', (event) => {
  if (event.request.destination === 'image' && event.request.url.includes('/api/v3/unit-assets?')) {
    event.respondWith(fetch(event.request).catch(async (error) => (await caches.match(event.request)) ?? Promise.reject(error)))
    return
  }
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
