import { useEffect, useState } from 'react'

/** Brings the focus to what is about to be shown, once it is. */
export function useFocus(): (id: string) => void {
  const [wanted, setWanted] = useState<{ id: string }>()
  useEffect(() => {
    if (wanted) document.getElementById(wanted.id)?.focus()
  }, [wanted])
  return (id) => setWanted({ id })
}
