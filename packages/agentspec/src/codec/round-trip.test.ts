/** Round trips through every document format. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Flow } from '../components.ts'
import { readAgentSpec } from '../read.ts'
import { arbitraryFlow } from '../testing/arbitrary-flow.ts'
import { toYaml } from '../text.ts'
import { writeOfficial } from './write-official.ts'
import { writeSimpleDocument, writeSimpleFlow } from './write-simple.ts'

function flowIn(document: unknown): Flow {
  const read = readAgentSpec(document)
  if (read.errors !== undefined || read.flow === undefined) throw new Error(JSON.stringify(read.errors))
  return read.flow
}

function withoutVersion({ version: _, ...flow }: Flow): Omit<Flow, 'version'> {
  return flow
}

describe('round trips', () => {
  test('a flow survives the official dialect as JSON', () => {
    fc.assert(
      fc.property(arbitraryFlow, (flow) => {
        const text = JSON.stringify(writeOfficial(flow))
        expect(withoutVersion(flowIn(text))).toEqual(flow)
      }),
      { numRuns: 100 },
    )
  })

  test('writing a document that was read yields the same document', () => {
    fc.assert(
      fc.property(arbitraryFlow, (flow) => {
        const first = writeOfficial(flow)
        expect(writeOfficial(flowIn(first))).toEqual(first)
      }),
    )
  })

  test('a flow survives the official dialect as YAML', () => {
    fc.assert(
      fc.property(arbitraryFlow, (flow) => {
        expect(withoutVersion(flowIn(toYaml(writeOfficial(flow))))).toEqual(flow)
      }),
      { numRuns: 25 },
    )
  })

  test('a flow survives the simple dialect', () => {
    fc.assert(
      fc.property(arbitraryFlow, (flow) => {
        expect(flowIn(JSON.stringify(writeSimpleFlow(flow)))).toEqual(flow)
      }),
      { numRuns: 100 },
    )
  })

  test('a flow survives a document of the simple dialect with component lists', () => {
    fc.assert(
      fc.property(arbitraryFlow, (flow) => {
        expect(flowIn(JSON.stringify(writeSimpleDocument({ flow })))).toEqual(flow)
      }),
    )
  })
})
