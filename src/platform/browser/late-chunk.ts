import { chunkTimeoutMs } from '#platform/limits.ts'

/**
 * A script of a page that is loaded when it is needed. After two minutes (specification 9) it counts as lost, is told as `chunk-late`, and
 * the page goes on without it.
 */
export async function inTime<T>(chunk: string, coming: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      document.dispatchEvent(new CustomEvent('aularium:chunk-late', { detail: chunk }))
      reject(new Error(`${chunk} did not come`))
    }, chunkTimeoutMs)
  })
  try {
    return await Promise.race([coming, late])
  } finally {
    clearTimeout(timer)
  }
}
