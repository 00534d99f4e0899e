/**
 * Sizes of nodes in pixels, by visual type. The geometry of the canvas, its stylesheet (through custom properties) and
 * the layouts all use these numbers.
 */

export interface Size {
  readonly width: number
  readonly height: number
}

/** A node with its title in a header and its ports in rows below. */
export const CARD = { width: 236, header: 46, row: 22, bottom: 8, border: 1 } as const

/** Nodes without rows, as this project's canvas draws them; they grow if they have many ports. */
export const DRAWN_SIZES = {
  simple: { width: 190, height: 42 },
  tool: { width: 190, height: 42 },
  terminal: { width: 150, height: 42 },
  square: { width: 64, height: 64 },
  note: { width: 280, height: 180 },
  group: { width: 400, height: 260 },
  idea: { width: 250, height: 92 },
} as const satisfies Record<string, Size>

/** Space that layouts reserve for a node that has not been measured: other editors draw nodes larger than ours. */
export const RESERVED_SIZES: Readonly<Record<string, Size>> = {
  default: { width: 288, height: 72 },
  gateway: { width: 288, height: 72 },
  simple: { width: 288, height: 100 },
  tool: { width: 288, height: 100 },
  square: { width: 100, height: 100 },
  terminal: { width: 150, height: 100 },
  atom: { width: 200, height: 60 },
  note: { width: 300, height: 220 },
  group: { width: 400, height: 260 },
  idea: { width: 300, height: 140 },
  caption: { width: 300, height: 60 },
}

/** Space that layouts reserve for each row of ports. */
export const RESERVED_ROW = 28

/** Space for a node of unknown type. */
export const RESERVED_USUAL: Size = { width: 288, height: 72 }
