import { createBrowserStore } from '#platform/browser/browser-store.ts'
import { isProductError } from '#platform/errors.ts'
import { listFiles, playUnit, readTypedUnit, searchElements, sendAsset, writeTypedUnit } from './units-api.ts'

/** What the server says after a save. */
export interface Saved {
  revision: number
  /** Unfinished tasks, stored as typed. */
  unfinished: string[]
  /** Pages that wait for what nobody could meet: they are saved as open ones. */
  unmet: string[]
  missing: string[]
  /** Names that give an answer away, by their elements. */
  telling: Record<string, string[]>
}

const shelf = createBrowserStore('drafts')

/** Something that was typed is not taken as it is: sent again it would be refused again. */
export interface Refused {
  /** The fields the server names, by their paths; none where all of it together is too large. */
  refused: readonly string[]
}

/** Saves a draft. `conflict`: a newer one was saved elsewhere; `unsaved`: the request failed and may be sent again. */
export async function saveDraft(
  id: number,
  draft: object,
): Promise<Saved | Refused | 'conflict' | 'unsaved'> {
  try {
    return await writeTypedUnit<Saved>(id, draft)
  } catch (error) {
    return whyUnsaved(error)
  }
}

/** What came of a save that failed. */
export function whyUnsaved(error: unknown): Refused | 'conflict' | 'unsaved' {
  if (!isProductError(error)) return 'unsaved'
  if (['invalid_input', 'too_large'].includes(error.code)) return { refused: Object.keys(error.fields ?? {}) }
  return error.code === 'conflict' ? 'conflict' : 'unsaved'
}

/** The draft as the server has it. @throws ProductError */
export async function storedDraft<T>(id: number): Promise<T> {
  return await readTypedUnit<T>(id)
}

/** What of a draft only this browser has: kept until the server has it, too. */
export async function keepUnsaved(id: number, draft: unknown): Promise<void> {
  if (draft === undefined) await shelf.remove(String(id))
  else await shelf.write(String(id), draft)
}

export async function unsavedDraft<T>(id: number): Promise<T | undefined> {
  return await shelf.read<T>(String(id))
}

/** The saved draft as a pupil sees it. @throws ProductError */
export async function previewUnit<T>(id: number, seed: string): Promise<T> {
  return await playUnit<T>(String(id), seed)
}

/** Elements of own units; `next`: from where the rest of them can be asked for. @throws ProductError */
export async function findElements<T>(wish: {
  query: string
  tag: string
  subject: string
  from?: string
}): Promise<{ elements: T[]; next?: string }> {
  return await searchElements<{ elements: T[]; next?: string }>(wish)
}

/** Files the member sent and own units show. @throws ProductError */
export async function ownFiles(): Promise<{ asset: string }[]> {
  return (await listFiles<{ files: { asset: string }[] }>()).files
}

/** @throws ProductError image_invalid, too_large, storage_quota */
export async function addAsset(file: Blob): Promise<{ asset: string }> {
  return await sendAsset<{ asset: string }>(file)
}
