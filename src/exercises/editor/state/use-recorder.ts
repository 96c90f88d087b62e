import { useEffect, useRef, useState } from 'react'

/** What browsers record in, the smallest first. */
const forms = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4']
const longestSeconds = 600

/** Records with the microphone; `onRecorded` gets what was said. The microphone is open only between start and stop. */
export function useRecorder(onRecorded: (recording: Blob) => void) {
  const [seconds, setSeconds] = useState<number>()
  const [hasFailed, setFailed] = useState(false)
  const recorder = useRef<MediaRecorder>(undefined)
  const newest = useRef(onRecorded)
  newest.current = onRecorded
  const isRecording = seconds !== undefined
  const isHere = useRef(true)
  const isStarting = useRef(false)

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      stopStream(recorder.current)
    }
  }, [])

  useEffect(() => {
    if (!isRecording) return
    const clock = setInterval(() => setSeconds((before = 0) => before + 1), 1000)
    return () => clearInterval(clock)
  }, [isRecording])

  useEffect(() => {
    if (seconds !== undefined && seconds >= longestSeconds) recorder.current?.stop()
  }, [seconds])

  async function start(): Promise<void> {
    // The browser may still be asking whether it may.
    if (isStarting.current) return
    isStarting.current = true
    setFailed(false)
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      const mimeType = forms.find((form) => MediaRecorder.isTypeSupported(form))
      const made = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType })
      recorder.current = made
      // Left while the browser still asked whether it may.
      if (!isHere.current) return stopStream(made)
      const parts: Blob[] = []
      made.addEventListener('dataavailable', ({ data }) => parts.push(data))
      made.addEventListener('stop', () => {
        stopStream(made)
        if (!isHere.current) return
        setSeconds(undefined)
        newest.current(new Blob(parts, { type: made.mimeType }))
      })
      made.start()
      setSeconds(0)
    } catch {
      setFailed(true)
    } finally {
      isStarting.current = false
    }
  }

  return { seconds, hasFailed, start: () => void start(), stop: () => recorder.current?.stop() }
}

function stopStream(recorder: MediaRecorder | undefined): void {
  for (const track of recorder?.stream.getTracks() ?? []) track.stop()
}
