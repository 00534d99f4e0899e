/** The behaviour of every store backend. Backends that pass are interchangeable. */
import { describe } from 'vitest'
import type { Backend } from './backend.ts'
import { chatContract } from './chat-contract.ts'
import { connectionContract } from './connection-contract.ts'
import { credentialContract } from './credential-contract.ts'
import { draftContract } from './draft-contract.ts'
import { executionContract } from './execution-contract.ts'
import { executionSearchContract } from './execution-search-contract.ts'
import { interruptContract } from './interrupt-contract.ts'
import { keyValueContract } from './key-value-contract.ts'
import { lifetimeContract } from './lifetime-contract.ts'
import { listContract } from './list-contract.ts'
import { memoryContract } from './memory-contract.ts'
import { messageContract } from './message-contract.ts'
import { publishContract } from './publish-contract.ts'
import { retentionContract } from './retention-contract.ts'
import { searchContract } from './search-contract.ts'
import { sessionContract } from './session-contract.ts'
import { summaryContract } from './summary-contract.ts'
import { textContract } from './text-contract.ts'
import { triggerContract } from './trigger-contract.ts'
import { vectorContract } from './vector-contract.ts'
import { workflowContract } from './workflow-contract.ts'

/** Runs the contract over a backend: `storeContract('sqlite', { freshDatabase: async () => join(folder, 'a.db') })`. */
export function storeContract(name: string, backend: Backend): void {
  describe(`the store on ${name}`, () => {
    describe('workflows', () => workflowContract(backend))
    describe('publishing', () => publishContract(backend))
    describe('summaries', () => summaryContract(backend))
    describe('drafts', () => draftContract(backend))
    describe('lists', () => listContract(backend))
    describe('search', () => searchContract(backend))
    describe('text', () => textContract(backend))
    describe('tokens and grants', () => credentialContract(backend))
    describe('triggers', () => triggerContract(backend))
    describe('executions', () => executionContract(backend))
    describe('searches of executions', () => executionSearchContract(backend))
    describe('retention', () => retentionContract(backend))
    describe('keyed values', () => keyValueContract(backend))
    describe('sessions', () => sessionContract(backend))
    describe('messages', () => messageContract(backend))
    describe('questions', () => interruptContract(backend))
    describe('memories', () => memoryContract(backend))
    describe('connections', () => connectionContract(backend))
    describe('chats', () => chatContract(backend))
    describe('vectors', () => vectorContract(backend))
    describe('lifetime', () => lifetimeContract(backend))
  })
}
