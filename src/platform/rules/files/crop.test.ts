import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cropFor, cropOf, isWhole, readCrop, wholeCrop } from './crop.ts'

test('whatever is typed, the part lies within the picture and has a size', () => {
  const typed = fc.oneof(
    fc.string(),
    fc.double().map(String),
    fc.constantFrom('', '-1', '1e9', '50,5', 'NaN'),
  )
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9000 }),
      fc.integer({ min: 1, max: 9000 }),
      fc.constantFrom(1, 1200 / 204),
      fc.record({ left: typed, top: typed, zoom: typed }),
      (width, height, ratio, values) => {
        const part = cropOf({ width, height }, ratio, readCrop(values))
        expect(Object.values(part).every(Number.isInteger)).toBe(true)
        expect(Math.min(part.width, part.height)).toBeGreaterThanOrEqual(1)
        expect(Math.min(part.left, part.top)).toBeGreaterThanOrEqual(0)
        expect(part.left + part.width).toBeLessThanOrEqual(width)
        expect(part.top + part.height).toBeLessThanOrEqual(height)
      },
    ),
  )
})

test('left and top are shares of the room that is left, zoom shows less', () => {
  const size = { width: 400, height: 200 }
  expect(cropOf(size, 1, wholeCrop)).toEqual({ left: 100, top: 0, width: 200, height: 200 })
  expect(cropOf(size, 1, { left: 0, top: 50, zoom: 100 })).toMatchObject({ left: 0, width: 200 })
  expect(cropOf(size, 1, { left: 100, top: 100, zoom: 200 })).toEqual({
    ...{ left: 300, top: 100, width: 100, height: 100 },
  })
})

test('what was not touched cuts nothing', () => {
  expect(isWhole(readCrop({}))).toBe(true)
  expect(isWhole(readCrop({ left: 'links', top: '', zoom: '12' }))).toBe(true)
  expect(isWhole(readCrop({ left: '50,5' }))).toBe(false)
})

test('a frame that is dragged is read back as the same part, and never leaves the picture', () => {
  const size = { width: 900, height: 600 }
  const part = { left: 120, top: 60, width: 300, height: 300 }
  expect(cropOf(size, 1, cropFor(size, 1, part))).toEqual(part)
  expect(cropOf(size, 1, cropFor(size, 1, { left: -50, top: 900, width: 300 }))).toEqual({
    ...{ left: 0, top: 300, width: 300, height: 300 },
  })
  // No nearer than the fields go, no wider than the picture.
  expect(cropOf(size, 1, cropFor(size, 1, { left: 0, top: 0, width: 10 }))).toMatchObject({ width: 150 })
  expect(cropFor(size, 1, { left: 0, top: 0, width: 5000 }).zoom).toBe(100)
})
