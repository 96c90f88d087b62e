import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Person } from './app.ts'
import { multipart } from './http-client.ts'

let made = 0

/** A picture no other test has: its name is what it holds. */
export async function onePicture(): Promise<Buffer> {
  made += 1
  const background = { r: (made * 41) % 256, g: (made * 97) % 256, b: made % 256 }
  return await sharp({ create: { width: 24 + (made % 200), height: 18, channels: 3, background } })
    .png()
    .toBuffer()
}

/** A column with a picture for each of these copyrights, and one question; `head`: what the package says of itself. */
export async function h5pPackage(copyrights: readonly object[], head: object = {}): Promise<Uint8Array> {
  const pictures = await Promise.all(copyrights.map(onePicture))
  const json = (value: object) => strToU8(JSON.stringify(value))
  const shown = copyrights.map((copyright, at) => ({
    content: {
      library: 'H5P.Image 1.1',
      params: { file: { path: `images/p${at}.png`, copyright }, alt: `Bild ${at}` },
    },
  }))
  const question = {
    content: {
      library: 'H5P.MultiChoice 1.16',
      params: {
        question: 'Welche Beere ist blau?',
        answers: [
          { text: 'Heidelbeere', correct: true },
          { text: 'Himbeere', correct: false },
        ],
      },
    },
  }
  return zipSync({
    'h5p.json': json({ mainLibrary: 'H5P.Column', title: 'Beeren', license: 'U', ...head }),
    'content/content.json': json({ content: [...shown, question] }),
    ...Object.fromEntries(pictures.map((bytes, at) => [`content/images/p${at}.png`, bytes])),
  })
}

export interface SourceOnWire {
  asset: string
  license: string
  author: string
  title: string
  source: string
}

export async function importPackage(
  person: Person,
  bytes: Uint8Array,
): Promise<{ id: number; sources: SourceOnWire[] }> {
  const value = { fileName: 'beeren.h5p', mediaType: 'application/zip', body: Buffer.from(bytes) }
  const { body, contentType } = multipart([{ name: 'file', value }])
  const headers = { 'Content-Type': contentType }
  const answer = await person.client.api('POST', '/v3/units/import?world=de', body, headers)
  expect(answer.status, answer.text).toBe(201)
  return answer.json()
}
