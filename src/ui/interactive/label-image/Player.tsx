import type { AnswerProps } from '../player/contract.ts'
import { RowsBoard } from '../widgets/RowsBoard.tsx'

export function Player(props: AnswerProps) {
  return <RowsBoard {...props} />
}
