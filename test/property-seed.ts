/**
 * Runs before every test file. Properties are tried with the same values each time, so that a submission is not refused
 * for something that was there long before it. To look further: PROPERTY_SEED=random (or a number that a failure printed).
 */
import fc from 'fast-check'

const wanted = process.env.PROPERTY_SEED ?? '1'
fc.configureGlobal({
  seed: wanted === 'random' ? Date.now() % 2 ** 31 : Number(wanted),
  ...(process.env.PROPERTY_RUNS === undefined ? {} : { numRuns: Number(process.env.PROPERTY_RUNS) }),
})
