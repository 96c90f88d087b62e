import type { Exchange } from '../../element-type.ts'
import { sortedInH5p } from '../label-image/h5p.ts'
import type { Categorize } from './categorize.ts'

export const categorizeExchange: Exchange<Categorize> = {
  h5pIn: { 'H5P.DragQuestion': sortedInH5p },
}
