import type { AnswerProps } from '#exercises/player/state/contract.ts'
import { RowsBoard } from '#exercises/player/widgets/RowsBoard.tsx'

export function Player(props: AnswerProps) {
  return <RowsBoard {...props} />
}
