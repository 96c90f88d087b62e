import { type ChangeEvent, useEffect, useState } from 'react'
import { NativeWidget } from '#exercises/player/native/NativeWidget.tsx'
import type { AnswerProps } from '#exercises/player/state/contract.ts'

/** A file to choose; what was chosen is shown here, and goes nowhere. */
export function Player(props: AnswerProps) {
  const { element } = props
  const [file, setFile] = useState<File>()

  function handleChange({ target }: ChangeEvent): void {
    if (target instanceof HTMLInputElement && target.type === 'file') setFile(target.files?.[0])
  }

  return (
    <div className="column" onChange={handleChange}>
      {element.widgets.map((widget) => (
        <NativeWidget key={widget.kind} {...props} id={element.id} widget={widget} />
      ))}
      {file && <Chosen file={file} />}
    </div>
  )
}

/** A picture as it is, anything else by its name. */
function Chosen({ file }: { file: File }) {
  const [picture, setPicture] = useState('')
  useEffect(() => {
    setPicture('')
    if (!file.type.startsWith('image/')) return
    const reader = new FileReader()
    reader.onload = () => setPicture(String(reader.result))
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return picture === '' ? <p>{file.name}</p> : <img className="made__picture" src={picture} alt={file.name} />
}
