/** The groups of requests that the rules were made for. Half of them were written before there were any rules. */
import type { Request } from './request.ts'
import { adding, connecting, inserting, layingOut, naming, removing, replacing } from './requests/editing.ts'
import { heldOut } from './requests/held-out.ts'
import { recipes } from './requests/recipes.ts'
import { secondWave } from './requests/second-wave.ts'
import { asking, honest, setting, several } from './requests/settings.ts'

export const GROUPS: Readonly<Record<string, readonly Request[]>> = {
  adding,
  inserting,
  connecting,
  naming,
  setting,
  removing,
  replacing,
  asking,
  'laying out': layingOut,
  recipes,
  several,
  honest,
  'second wave': secondWave,
}

export const HELD_OUT = 'held out'

/** The held-out group, and how much of it was met when it was first run. */
export const FIRST_SIGHT: { readonly requests: readonly Request[]; readonly met: number } = {
  requests: heldOut,
  met: 21,
}
