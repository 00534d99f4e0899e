import type { arrangeStrings } from '../arrange.ts'

export const arrange: typeof arrangeStrings = {
  search: {
    recent: 'Zuletzt verwendet',
  },
}
