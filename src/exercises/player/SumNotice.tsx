import { say, type Texts } from './state/contract.ts'

interface Props {
  texts: Texts
  sum: { raw: number; max: number; percent?: number | undefined }
  lang: string
  onAgain: () => void
}

/** What all answers together came to. */
export function SumNotice({ texts, sum: { raw, max, percent }, lang, onAgain }: Props) {
  const figure = (value: number) => new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(value)
  const numbers = { raw: figure(raw), max: figure(max), percent: figure(percent ?? 0) }
  return (
    <section className="notice notice--info" id="sum" tabIndex={-1}>
      <div>
        <p className="notice__title">{say(texts, percent === undefined ? 'thanks' : 'outcome', numbers)}</p>
        <button type="button" className="button button--small" onClick={onAgain}>
          {say(texts, 'again')}
        </button>
      </div>
    </section>
  )
}
