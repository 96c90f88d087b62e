import type { Answers } from '#exercises/model/task/widget.ts'
import { http } from '#platform/browser/client.ts'
import { readCookie } from '#platform/browser/cookies.ts'
import { pageWorld } from '#platform/browser/page.ts'
import { ProductError } from '#platform/errors.ts'

/** Scores answers to some elements of a unit that is open; nothing of them is kept there. */
export async function practise<T>(
  key: string,
  asked: {
    answers: Readonly<Record<string, Answers>>
    elements?: readonly string[] | undefined
    seed?: string | undefined
  },
): Promise<T> {
  return await http.post<T>(`/v3/units/practice/${encodeURIComponent(key)}`, asked)
}

/** A draft as it stands in the editor. */
export async function readTypedUnit<T>(id: number): Promise<T> {
  return await http.get<T>(`/v3/units/${id}/typed`)
}

/** @throws ProductError conflict: a newer revision is there */
export async function writeTypedUnit<T>(id: number, draft: unknown): Promise<T> {
  const path = `/v3/units/${id}/typed`
  const body = JSON.stringify(draft)
  return body.length < mostToOutlive ? await http.post<T>(path, draft) : await postLong<T>(path, body)
}

/** Browsers send no more than 64 kB after a page is gone, which is how the transport sends everything. */
const mostToOutlive = 20_000

async function postLong<T>(path: string, body: string): Promise<T> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'X-CSRF-Token': readCookie('csrf') ?? '',
  }
  const answer = await fetch(`/api${path}?world=${pageWorld()}`, { method: 'POST', headers, body }).catch(
    () => undefined,
  )
  if (!answer) throw new ProductError('unavailable')
  const data = await answer.json()
  if (!answer.ok) throw new ProductError(data.error.code, { fields: data.error.fields })
  return data
}

/** A unit as pupils see it, without keys. */
export async function playUnit<T>(key: string, seed: string): Promise<T> {
  return await http.get<T>(`/v3/units/practice/${encodeURIComponent(key)}`, { query: { seed } })
}

/** Elements of own units with these words; `from`: the rest of an answer before. */
export async function searchElements<T>(wish: {
  query: string
  tag: string
  subject: string
  from?: string
}): Promise<T> {
  return await http.get<T>('/v3/unit-elements', { query: wish })
}

/** Files that own units show. */
export async function listFiles<T>(): Promise<T> {
  return await http.get<T>('/v3/unit-files')
}

/** Sends a picture or a recording for a unit; its new name is answered. */
export async function sendAsset<T>(file: Blob): Promise<T> {
  const body = new FormData()
  body.append('file', file)
  return await http.post<T>('/v3/unit-assets', body)
}
