/** The behaviour of every store backend. Backends that pass are interchangeable. */
import { describe } from 'vitest'
import { auditContract } from './audit-contract.ts'
import type { Backend } from './backend.ts'
import { chatContract } from './chat-contract.ts'
import { connectionContract } from './connection-contract.ts'
import { credentialContract } from './credential-contract.ts'
import { deliveryContract } from './delivery-contract.ts'
import { draftContract } from './draft-contract.ts'
import { executionContract } from './execution-contract.ts'
import { executionSearchContract } from './execution-search-contract.ts'
import { interruptContract } from './interrupt-contract.ts'
import { keyValueContract } from './key-value-contract.ts'
import { lifetimeContract } from './lifetime-contract.ts'
import { listContract } from './list-contract.ts'
import { memoryContract } from './memory-contract.ts'
import { messageContract } from './message-contract.ts'
import { namedCredentialContract } from './named-credential-contract.ts'
import { personContract } from './person-contract.ts'
import { projectContract } from './project-contract.ts'
import { publishContract } from './publish-contract.ts'
import { retentionContract } from './retention-contract.ts'
import { searchContract } from './search-contract.ts'
import { sessionContract } from './session-contract.ts'
import { sessionRetentionContract } from './session-retention-contract.ts'
import { summaryContract } from './summary-contract.ts'
import { textContract } from './text-contract.ts'
import { triggerContract } from './trigger-contract.ts'
import { usageContract } from './usage-contract.ts'
import { valueRemovalContract } from './value-removal-contract.ts'
import { vectorContract } from './vector-contract.ts'
import { workflowContract } from './workflow-contract.ts'

/** Runs the contract over a backend: `storeContract('sqlite', { migratedDatabase: async () => join(folder, 'a.db') })`. */
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
    describe('people', () => personContract(backend))
    describe('projects', () => projectContract(backend))
    describe('the audit log', () => auditContract(backend))
    describe('triggers', () => triggerContract(backend))
    describe('executions', () => executionContract(backend))
    describe('searches of executions', () => executionSearchContract(backend))
    describe('retention', () => retentionContract(backend))
    describe('removal of values', () => valueRemovalContract(backend))
    describe('keyed values', () => keyValueContract(backend))
    describe('sessions', () => sessionContract(backend))
    describe('retention of sessions', () => sessionRetentionContract(backend))
    describe('messages', () => messageContract(backend))
    describe('questions', () => interruptContract(backend))
    describe('memories', () => memoryContract(backend))
    describe('connections', () => connectionContract(backend))
    describe('named credentials', () => namedCredentialContract(backend))
    describe('subscriptions and deliveries', () => deliveryContract(backend))
    describe('usage, budgets and prices', () => usageContract(backend))
    describe('chats', () => chatContract(backend))
    describe('vectors', () => vectorContract(backend))
    describe('lifetime', () => lifetimeContract(backend))
  })
}
