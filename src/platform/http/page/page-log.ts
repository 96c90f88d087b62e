interface LogEvent {
  level: string
  message: string
}

/**
 * Where Astro's messages go. It reports what a page throws with its stack; "not found" is an answer and not a fault, and
 * the front controller logs the faults it hears of. What remains is what broke inside a component.
 */
export default function pageLog(): { write(event: LogEvent): void } {
  return {
    write({ level, message }) {
      if (/^ProductError: /.test(message)) return
      if (level === 'error' || level === 'warn') console.error(message)
      else console.info(message)
    },
  }
}
