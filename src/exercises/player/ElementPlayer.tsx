import '#kit/form/check.css'
import '#kit/notice/notice.css'
import '#kit/text/panel.css'
import '#kit/text/prose.css'
import './styles/interactive.css'
import './styles/player.css'
import { directionOf } from '#exercises/model/text/direction.ts'
import { NativeWidget } from './native/NativeWidget.tsx'
import { OutcomeNotice } from './OutcomeNotice.tsx'
import { ReadAloud } from './ReadAloud.tsx'
import { RichText } from './RichText.tsx'
import {
  type AnswerProps,
  type ElementPlayerProps,
  say,
  sayCount,
  staysHere,
  type Texts,
} from './state/contract.ts'
import { useOwnPlayer } from './state/use-own-player.ts'
import { TaskTime } from './TaskTime.tsx'

/** One element with what it asks, what answers it and what came of it. */
export function ElementPlayer(props: ElementPlayerProps) {
  const { element, number, lang, wordsLang, outcome, onCheck, isChecking = false, isPlain = false } = props
  const { texts } = props
  const { Player, Before, After } = useOwnPlayer(element, isPlain)
  const head = `${element.id}-head`
  /** Of the words of the page, where they stand among words of another language. */
  const own = wordsLang === lang ? {} : { lang, dir: directionOf(lang) }
  const words = wordsLang === lang ? {} : { lang: wordsLang, dir: directionOf(wordsLang) }
  return (
    <section className="panel exercise" id={element.id} aria-labelledby={head} {...words}>
      <div className="exercise__head" {...own}>
        <h2 className="panel__title" id={head}>
          {say(texts, 'task', { number })}
        </h2>
        {element.isRequired && <span className="soft small">{say(texts, 'required')}</span>}
        {element.points > 0 && element.kind === 'scored' && (
          <span className="soft small">{sayCount(texts, 'points', element.points, lang)}</span>
        )}
      </div>
      {element.media && <NativeWidget {...props} id={element.id} widget={element.media} />}
      {element.prompt && (
        <div className="prose">
          <RichText html={element.prompt} />
        </div>
      )}
      {!isPlain && <ReadAloud html={element.prompt} lang={lang} wordsLang={wordsLang} texts={texts} />}
      {element.timeLimit > 0 && (
        <TaskTime id={element.id} seconds={element.timeLimit} isPlain={isPlain} texts={texts} />
      )}
      <Hints hints={element.hints} texts={texts} />
      {Before && <Before {...props} />}
      {Player ? <Player {...props} /> : <NativeWidgets {...props} />}
      {After && <After {...props} />}
      {outcome && <OutcomeNotice id={element.id} outcome={outcome} lang={lang} texts={texts} />}
      {onCheck && element.kind === 'scored' && element.points > 0 && !isPlain && !staysHere(element) && (
        <div {...own}>
          <button type="button" className="button" onClick={onCheck} aria-disabled={isChecking}>
            {say(texts, isChecking ? 'checking' : 'checkOne')}
          </button>
        </div>
      )}
    </section>
  )
}

/** One after the other: who wants the next opens it below the one before. */
function Hints({ hints: [first, ...others], texts }: { hints: readonly string[]; texts: Texts }) {
  if (first === undefined) return null
  return (
    <details>
      <summary>{say(texts, 'hint')}</summary>
      <p>{first}</p>
      {others.length > 0 && <NextHints hints={others} texts={texts} />}
    </details>
  )
}

function NextHints({ hints: [next, ...others], texts }: { hints: readonly string[]; texts: Texts }) {
  return (
    <details>
      <summary>{say(texts, 'nextHint')}</summary>
      <p>{next}</p>
      {others.length > 0 && <NextHints hints={others} texts={texts} />}
    </details>
  )
}

function NativeWidgets(props: AnswerProps) {
  return props.element.widgets.map((widget) => (
    <NativeWidget
      key={'name' in widget ? widget.name : widget.kind}
      {...props}
      id={props.element.id}
      widget={widget}
    />
  ))
}
