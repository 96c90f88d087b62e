import './styles/pages.css'
import { Fragment, type ReactNode } from 'react'
import { leadCount } from '#exercises/model/pages/pages.ts'
import type { ShownPage } from '#exercises/model/pages/shown-pages.ts'
import type { PublicElement } from '#exercises/model/unit.ts'
import { Icon } from '#kit/media/Icon.tsx'
import { say, type Texts } from './state/contract.ts'

interface Props {
  page: ShownPage<PublicElement>
  /** The one task that is shown of all. */
  alone?: string | undefined
  texts: Texts
  /** Draws an element with its number. */
  children: (element: PublicElement, number: number) => ReactNode
}

/** A page of a unit as its author laid it out; one that is shut says what it waits for. */
export function PlayedPage({ page, alone, texts, children }: Props) {
  const { elements, from, layout, title, waits } = page
  const drawn = elements.map((element, at) => ({ element, part: children(element, from + at) }))
  const here = drawn.filter(({ element }) => alone === undefined || element.id === alone)
  if (alone !== undefined && here.length === 0) return null
  const isSlides = layout === 'slide' && here.length > 1
  const isColumns = layout === 'two_col' && here.length > 1
  return (
    <div className="column played-page">
      {title && (
        <p className="section-title">
          <strong>{title}</strong>
        </p>
      )}
      {waits && (
        <p className="notice notice--info">
          <Icon name="info" /> {say(texts, 'pageWaits', { task: waits.task, percent: waits.percent })}
        </p>
      )}
      {isSlides && <Slides drawn={here} texts={texts} />}
      {isColumns && <Columns drawn={here} />}
      {!isSlides &&
        !isColumns &&
        here.map(({ element, part }) => <Fragment key={element.id}>{part}</Fragment>)}
    </div>
  )
}

interface Drawn {
  element: PublicElement
  part: ReactNode
}

function Columns({ drawn }: { drawn: readonly Drawn[] }) {
  const lead = leadCount(drawn.map(({ element }) => element))
  return (
    <div className="two-columns">
      {[drawn.slice(0, lead), drawn.slice(lead)].map((column) => (
        <div key={column[0]?.element.id} className="column">
          {column.map(({ element, part }) => (
            <Fragment key={element.id}>{part}</Fragment>
          ))}
        </div>
      ))}
    </div>
  )
}

/** One element at a time: the address says which, so that links lead on without script and the focus goes with them. */
function Slides({ drawn, texts }: { drawn: readonly Drawn[]; texts: Texts }) {
  const placeOf = (at: number) => `#slide-${drawn[at]?.element.id}`
  return (
    <div className="slides">
      {drawn.map(({ element, part }, at) => {
        const place = say(texts, 'slideOf', { number: at + 1, count: drawn.length })
        return (
          <section
            key={element.id}
            className="slide column"
            id={`slide-${element.id}`}
            tabIndex={-1}
            aria-label={place}
          >
            {part}
            <div className="actions slide__ways">
              {at > 0 && (
                <a className="button" href={placeOf(at - 1)}>
                  {say(texts, 'previous')}
                </a>
              )}
              <span className="soft small" aria-hidden="true">
                {place}
              </span>
              {at < drawn.length - 1 && (
                <a className="button" href={placeOf(at + 1)}>
                  {say(texts, 'next')}
                </a>
              )}
            </div>
          </section>
        )
      })}
    </div>
  )
}
