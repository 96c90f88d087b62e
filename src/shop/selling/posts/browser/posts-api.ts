import { http } from '#platform/browser/client.ts'
import type { OwnPost, PostPicture } from '../rules/contract.ts'

export interface EditorWords {
  title: string
  source: string
  materialId: number | null
  postId?: number
  version?: number
  key?: string
}

/** Stores what stands in the editor: a new draft, or new words of an own post. */
export async function storePost(words: EditorWords): Promise<OwnPost> {
  return http.post('/v1/posts/editor', { ...words, isAutosave: true })
}

/** What is typed as readers would see it. */
export async function readHtml(source: string): Promise<{ html: string }> {
  return http.post('/v1/posts/html', { source })
}

export async function sendPicture(file: File, alt: string): Promise<PostPicture> {
  const body = new FormData()
  body.append('alt', alt)
  body.append('file', file)
  return http.post('/v1/post-pictures', body)
}
