import { useRef, useState } from 'react'
import { addAsset } from '#exercises/browser/unit-draft.ts'

/** Sends a chosen file; `onAsset` gets the name under which it is stored. */
export function useUpload(onAsset: (asset: string) => void) {
  const [state, setState] = useState<'sending' | 'fails'>()
  const file = useRef<HTMLInputElement>(null)
  // Until a file is sent other fields may have changed.
  const newest = useRef(onAsset)
  newest.current = onAsset

  async function send(chosen: Blob | undefined): Promise<void> {
    if (!chosen) return
    setState('sending')
    try {
      const { asset } = await addAsset(chosen)
      newest.current(asset)
      setState(undefined)
    } catch {
      setState('fails')
    }
    if (file.current) file.current.value = ''
  }

  return { state, file, send }
}
