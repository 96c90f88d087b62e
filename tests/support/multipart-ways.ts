import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { actions } from '#features'
import { type AnyAction, callsOf, formsOf } from '#platform/http/access/action.ts'
import type { DeclaredFile, Parts } from '#platform/http/form/parts.ts'
import { type Route, type RouteName, routes } from '#platform/routing/routes.ts'
import { type Answer, type Client, multipart, type UploadPart } from './http-client.ts'
import { pdf } from './sheets.ts'

/** One way into an action whose body is a multipart stream: its call, or one of its forms. */
export interface MultipartWay {
  action: AnyAction
  parts: Parts
  way: 'call' | 'form'
  /** With names in braces. */
  address: string
}

/** All of them, read off the actions. */
export const multipartWays: readonly MultipartWay[] = actions
  .filter(({ body }) => body === 'multipart')
  .flatMap((action): MultipartWay[] => {
    const parts = action.parts ?? { fields: undefined as never, files: {} }
    const calls = callsOf(action).map(({ path }) => ({
      ...{ action, parts, way: 'call' as const },
      address: `/api${path}?world=de`,
    }))
    const forms = formsOf(action).flatMap(({ page, intent }) =>
      [page].flat().map((name) => ({
        ...{ action, parts, way: 'form' as const },
        address: `${patternOf(name as RouteName)}?intent=${intent}`,
      })),
    )
    return [...calls, ...forms]
  })

function patternOf(name: RouteName): string {
  const { words } = routes.find((each) => each.name === name) as Route
  return `/de/${words.de.replaceAll('?}', '}')}`
}

/** What its address names. */
export function namesIn(address: string): string[] {
  return [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** Sends parts as the page of the form or a program would. */
export async function sendParts(
  client: Client,
  { way, address }: Pick<MultipartWay, 'way' | 'address'>,
  sent: readonly UploadPart[],
): Promise<Answer> {
  const { body, contentType } = multipart(sent)
  if (way === 'call')
    return await client.api('POST', address.slice('/api'.length), body, { 'Content-Type': contentType })
  const headers = { Origin: client.base, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': contentType }
  return await client.send({ method: 'POST', path: address, headers, body })
}

/** A file of the first of its types that somebody has made for tests. @throws Error for types nobody has */
export async function fileOf({ types }: DeclaredFile): Promise<Exclude<UploadPart['value'], string>> {
  for (const mediaType of types) {
    const made = await makers[mediaType]?.()
    if (made) return { ...made, mediaType }
  }
  throw new Error(`Which file is ${types.join()}? Add one to tests/support/multipart-ways.ts`)
}

const makers: Readonly<Record<string, () => Promise<{ fileName: string; body: Buffer }>>> = {
  'image/jpeg': async () => ({
    fileName: 'a.jpg',
    body: await sharp({ create: { width: 40, height: 30, channels: 3, background: '#046' } })
      .jpeg()
      .toBuffer(),
  }),
  'application/pdf': async () => ({ fileName: 'a.pdf', body: await pdf(1) }),
  'audio/mpeg': async () => ({
    fileName: 'a.mp3',
    body: readFileSync(join(import.meta.dirname, '../../public/podcast/de/cover-lesson.mp3')),
  }),
  'text/vtt': async () => ({
    fileName: 'a.vtt',
    body: Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nEins\n'),
  }),
  'text/plain': async () => ({ fileName: 'a.gift', body: Buffer.from('2 + 2? {=4 ~5}') }),
  'application/zip': async () => ({
    fileName: 'a.zip',
    body: Buffer.from(zipSync({ 'help/de/pay.md': strToU8('---\ntitle: Bezahlen\n---\n') })),
  }),
  'text/csv': async () => ({ fileName: 'a.csv', body: Buffer.from('id,title,price\n,Igel,1.00\n') }),
}
