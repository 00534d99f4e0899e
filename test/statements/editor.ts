/** What executes the statements of docs/how-to/editor.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'What each part': ['keyboard: undo, delete, select all, search and the list of keys have keys'],
  'Every gesture is': [
    'undo: takes back a comment as it was typed, and the buttons name the step',
    'undo: takes back the size of a note in one step, also where it was dragged at its upper left corner',
    'undo: takes back a pinned output',
    'undo: takes back an import',
    'assistant: previews a change, applies it as one step, and undo takes it back whole',
    'history: the oldest steps are dropped beyond the limit',
  ],
  'Workflows, "From template"': [
    'build: from an empty page to the result of a run',
    'templates: runs to its end offline',
  ],
  'Type another name': ['run-session: runs a saved document as stored and any other as sent with the request'],
  'Open the assistant': [
    'assistant: previews a change, applies it as one step, and undo takes it back whole',
    'people: beside the run that asks them',
  ],
  'Save. Every save': ['assistant: an older version is shown as a difference and restored'],
  'Workflows |': [
    'home: shows a run as it happens',
    'together: exported from the editor, imported into another workflow and from the home',
  ],
  'the editor |': ['build: broken, and mended by the list of problems'],
  'Executions |': ['viewer: the list of executions is live and can be filtered'],
  'the viewer |': ['viewer: a run is watched live in graph, kanban and table'],
  'the playground |': ['web-playground: a message is answered in Markdown, and the log folds'],
  'Inbox |': ['people: in the inbox, as they come'],
  'Settings |': [
    'quality: the appearance is chosen, kept, and used before the first paint',
    'language: is chosen in the settings, at once, and kept; the focus stays',
    'trouble: a token is shown once, and the key of a connection never',
  ],
  'drag a node from the left': [
    'keyboard: is enough to make, connect, save and run a workflow, and to see what came out',
    'connect-after: connects a tool to the agent',
  ],
  'drag from a port': ['connecting: what does not fit is refused while it is dragged, with the reason'],
  'drop a connection': [
    'connecting: begun at a port and let go in the air, it offers what fits, and both are one step',
  ],
  'drop a node onto': [
    'connecting: a node of the catalogue is dropped onto a connection and goes into it, as one step',
    'connecting: a loose node that is dragged onto a connection goes into it, and one that is connected does not',
  ],
  'point at a connection': ['connecting: a connection that is pointed at offers to take a node in'],
  'drag one end': [
    'connecting: an end is taken and put elsewhere, and the comment goes along',
    'connecting: let go in the air it goes away, and comes back with undo',
  ],
  'drag with Shift': [
    'editing: a box and clicks with Shift select several, which are moved together and back',
    'editing: several are lined up and spaced out, and undo puts each back',
  ],
  'copy and paste': [
    'editing: duplicated, cut and pasted, in this workflow and as text anywhere',
    'clipboard: a copy contains the nodes and the edges between them, without secrets',
  ],
  'Shift+L': [
    'editing: laid out anew, and back',
    'auto-layout: keeps notes beside their nodes, and the upper left corner',
    'auto-layout: that takes long leaves the editor usable and can be cancelled',
  ],
  'Ctrl+F': ['editing: found by what it says, one after the other'],
  'A connection that leads back': [
    'edge-routing: a loop-back edge passes below both of its nodes',
    'graph-rules: draws a port that only an edge refers to',
  ],
  'Notes contain Markdown': [
    'connecting: an idea is connected like any node; the line is drawn as a plan, and nothing of it runs',
  ],
  'Run starts what is on the screen': [
    'run-session: runs a saved document as stored and any other as sent with the request',
    'trying: the values of a run are shown on the ports that are pointed at',
    'trying: run from a node on, with what came before it taken from the last run',
    'trying: what is pinned is marked and stands in for the node, until it is let go',
  ],
  'The settings form': ['fields: stand in the order of x-display-order, those without it last'],
  'string |': ['fields: formats have the control of the browser'],
  'string with multiline': ['fields: several lines, and a secret that is hidden until it is asked for'],
  'string with hidden': ['fields: several lines, and a secret that is hidden until it is asked for'],
  'enum, oneOf': [
    'fields: a choice has its default, reads well, and says what is chosen',
    'fields: several of a list are ticked',
  ],
  'number, integer': [
    'fields: a number goes by its step and stays in its bounds; a text is told of',
    'fields: a range is a slider with a number beside it',
  ],
  'boolean |': ['fields: a switch, and what cannot be changed'],
  'array with items': ['fields: entries of a list are added, written, moved and removed, within its bounds'],
  'object with properties': ['fields: objects in an object, and one that cannot be changed in any part'],
  'object or array without': [
    'fields: JSON is an object when it can be read, tidied by itself or by the button, and a text where a text is wanted',
  ],
  'json with x-holds': [
    'form-fields: a form is made of fields, asked, and answered',
    'form-fields: its JSON can be seen, and what rows cannot say is kept',
  ],
  'string with x-suggestions': ['form-fields: a schedule is chosen from what many want, or typed'],
  'autocomplete |': ['fields: come after enough letters, know the other fields, and are chosen by keys'],
  'template, expression': ['fields: a template completes the names that its inputs bring'],
  'code, javascript': [
    'fields: code is tidied when it is left, and only when it can be read',
    'fields: other languages are left as they are',
  ],
  'markdown |': ['fields: Markdown has tools, a look at the result, and a spell checker'],
  'Editors support height': [
    'fields: a large editor has the same text',
    'fields: code is tidied when it is left, and only when it can be read',
    'fields: objects in an object, and one that cannot be changed in any part',
  ],
} satisfies Statements
