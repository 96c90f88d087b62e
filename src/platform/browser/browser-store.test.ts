import { expect, test } from 'vitest'
import { createBrowserStore } from './browser-store.ts'

/** Where storage is closed: there is none, it refuses, or it throws as soon as it is named. */
const closed: Record<string, PropertyDescriptor> = {
  'there is none': { value: undefined },
  'opening is refused': {
    value: {
      open: () => {
        throw new DOMException('no', 'SecurityError')
      },
    },
  },
  'its name alone throws': {
    get: () => {
      throw new DOMException('no', 'SecurityError')
    },
  },
}

test.each(Object.entries(closed))('%s: things stay as long as the page, and that is known', async (_, it) => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB')
  Object.defineProperty(globalThis, 'indexedDB', { ...it, configurable: true })
  try {
    const shelf = createBrowserStore('things')
    await shelf.write('a', { b: 1 })
    expect(await shelf.isLasting()).toBe(false)
    expect(await shelf.read('a')).toEqual({ b: 1 })
    await shelf.remove('a')
    expect(await shelf.read('a')).toBeUndefined()
  } finally {
    if (before) Object.defineProperty(globalThis, 'indexedDB', before)
    else Reflect.deleteProperty(globalThis, 'indexedDB')
  }
})
