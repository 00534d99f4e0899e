import { expect, test } from 'vitest'
import { CARD, DRAWN_SIZES, RESERVED_ROW, RESERVED_SIZES } from './node-sizes.ts'

test('reserves at least the size that the canvas needs', () => {
  for (const [visual, { width, height }] of Object.entries(DRAWN_SIZES)) {
    expect(RESERVED_SIZES[visual]?.width, visual).toBeGreaterThanOrEqual(width)
    expect(RESERVED_SIZES[visual]?.height, visual).toBeGreaterThanOrEqual(height)
  }
  for (const visual of ['default', 'gateway']) {
    expect(RESERVED_SIZES[visual]?.width, visual).toBeGreaterThanOrEqual(CARD.width)
    expect(RESERVED_SIZES[visual]?.height, visual).toBeGreaterThanOrEqual(CARD.header + CARD.bottom)
  }
  expect(RESERVED_ROW).toBeGreaterThanOrEqual(CARD.row)
})
