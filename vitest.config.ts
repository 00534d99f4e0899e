import { defineConfig } from 'vitest/config'

const setupFiles = ['test/property-seed.ts']

/**
 * unit: pure and in-process, no server of any kind. contract: the same suites over every real backend.
 * system: the started program, as its users meet it.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles,
          include: ['packages/*/src/**/*.test.ts', 'test/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.contract.test.ts'],
        },
      },
      {
        test: {
          name: 'contract',
          setupFiles,
          include: ['packages/*/src/**/*.contract.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'system',
          setupFiles,
          include: ['test/system/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
