import { type PointerEvent, useRef, useState } from 'react'
import { assetAddress } from '#exercises/model/media/assets.ts'
import type { Box, Point } from '#exercises/model/task/shape.ts'
import { type Area, boxBetween, leastSide, movedArea, movedBox } from '../state/area-rows.ts'

interface Props {
  asset: string
  alt: string
  areas: readonly Area[]
  onMove: (area: Area, box: Box) => void
  onDraw: (box: Box) => void
  /** Clicks are corners of an outline now. */
  onPoint?: ((point: Point) => void) | undefined
}

interface Drag {
  from: { x: number; y: number }
  /** The place that is moved; undefined: a new one is drawn. */
  area: Area | undefined
  box: Box
}

/** The picture with its places: dragging draws one or moves it. Who has no pointer changes numbers below. */
export function AreaDrawing({ asset, alt, areas, onMove, onDraw, onPoint }: Props) {
  const picture = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag>()

  function placeOf({ clientX, clientY }: PointerEvent): { x: number; y: number } {
    const { left, top, width, height } = picture.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return { x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 }
  }

  function handleDown(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0) return
    event.preventDefault()
    if (onPoint) {
      onPoint(placeOf(event))
      return
    }
    event.currentTarget.setPointerCapture(event.pointerId)
    const from = placeOf(event)
    const key = event.target instanceof Element ? event.target.getAttribute('data-area') : null
    const area = areas.find((each) => String(each.key) === key)
    setDrag({ from, area, box: area?.box ?? boxBetween(from, from) })
  }

  function handleMove(event: PointerEvent): void {
    if (!drag) return
    const { from, area } = drag
    const to = placeOf(event)
    setDrag({ ...drag, box: area ? movedBox(area.box, to.x - from.x, to.y - from.y) : boxBetween(from, to) })
  }

  function handleUp(): void {
    if (!drag) return
    const { area, box } = drag
    setDrag(undefined)
    if (area) onMove(area, box)
    else if (box.width >= leastSide && box.height >= leastSide) onDraw(box)
  }

  return (
    <div
      className="picture area-drawing"
      ref={picture}
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerCancel={() => setDrag(undefined)}
    >
      <img src={assetAddress(asset)} alt={alt} draggable={false} />
      <svg className="area-drawing__areas" aria-hidden="true">
        {areas.map((area, at) => (
          <Shape
            key={area.key}
            area={{ ...area, ...movedArea(area, boxNow(area, drag)) }}
            name={String(at + 1)}
            box={boxNow(area, drag)}
          />
        ))}
        {drag && !drag.area && <Shape box={drag.box} />}
      </svg>
    </div>
  )
}

const boxNow = (area: Area, drag: Drag | undefined) => (drag?.area?.key === area.key ? drag.box : area.box)

function Shape({ box: { x, y, width, height }, area, name }: { box: Box; area?: Area; name?: string }) {
  const [left, top] = [x + width / 2, y + height / 2]
  return (
    <g>
      {area?.points ? (
        // Percent are points of a square that is drawn as wide and as high as the picture.
        <svg aria-hidden="true" viewBox="0 0 100 100" preserveAspectRatio="none">
          <polygon
            data-area={area.key}
            points={area.points.map((point) => `${point.x},${point.y}`).join(' ')}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      ) : area?.isCircle ? (
        <ellipse
          data-area={area.key}
          cx={`${left}%`}
          cy={`${top}%`}
          rx={`${width / 2}%`}
          ry={`${height / 2}%`}
        />
      ) : (
        <rect data-area={area?.key} x={`${x}%`} y={`${y}%`} width={`${width}%`} height={`${height}%`} />
      )}
      <text x={`${left}%`} y={`${top}%`}>
        {name}
      </text>
    </g>
  )
}
