/** What executes the statements of docs/how-to/publish.md. */
import type { Statements } from '../statements.ts'

const LIVE = 'publishing: keeps answering with the published version while later saves are not published'
const NEVER = 'publishing: starts nothing before it is published, and reports why'
const CALLED = 'publishing: is called by others, as a step and as a tool, in its published version'
const INACTIVE = 'publishing: is started by no webhook, schedule or tool, but by the API'

export const STATEMENTS = {
  'Every save of a workflow': ['publishing: uses every save at once and reports it as published'],
  'Set "publish": "manual"': [LIVE],
  'webhooks, schedules': [LIVE, 'publish-restart: answers with the published version through saves and a restart'],
  'MCP tools and run_workflow': [
    'mcp-publishing: runs the published version of a workflow that is published by hand',
    CALLED,
  ],
  'sub-workflow nodes and agents': [CALLED],
  'POST /workflows/{id}/execute, POST': ['publishing: is any stored revision; an unknown one is an error', LIVE],
  'test runs in the editor': ['publishing: starts nothing before it is published, and reports why'],
  'POST /workflows/{id}/publish publishes': [
    LIVE,
    'publishing: uses the secrets of the published version',
    'publish-contract: keeps the published version beyond the limit of versions',
    'publish-restart: answers with the published version through saves and a restart',
  ],
  'Switching to manual': [
    'publishing: keeps the live version when publishing by hand is switched on, and goes live when it is switched off',
    NEVER,
  ],
  'With "active": false': [
    INACTIVE,
    'mcp-publishing: starts no inactive workflow',
    'publishing: releases its webhook path to another workflow',
    'publishing: can be published and starts its published version once it is active',
  ],
  'Restoring an old version': ['publishing: keeps its switches when an old version is restored'],
  'Workflows in replies': [
    'publishing: state fields in a body are ignored and are not part of the document',
    LIVE,
    NEVER,
  ],
  'The list of workflows': ['home: shows triggers and state, and publishes and deactivates by the menu'],
} satisfies Statements
