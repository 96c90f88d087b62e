import { chunkTimeoutMs } from '#platform/limits.ts'

/**
 * Waits at most two minutes (specification 9) for a script that a page loads on need. After that it rejects and dispatches
 * `aularium:chunk-late`; the page goes on without the script.
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
