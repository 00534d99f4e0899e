/** What executes the statements of docs/how-to/editor.md. */
import type { Statements } from '../statements.ts'

export const STATEMENTS = {
  'What each part': ['keyboard: undo, delete, select all, search and the shortcut list have keys'],
  'Every gesture is': [
    'undo: reverts a comment as it was typed, and the buttons show the step',
    'undo: reverts the size of a note in one step, also after dragging its upper left corner',
    'undo: reverts a pinned output',
    'undo: reverts an import',
    'assistant: previews a change, applies it as one step, and undo reverts it as a whole',
    'history: drop the oldest steps beyond the limit',
  ],
  'Workflows, "From template"': [
    'first-workflow: builds a workflow from an empty page to the result of a run',
    'templates: runs to its end offline',
  ],
  'Type another name': ['run-session: runs a saved document as stored and any other as sent with the request'],
  'Open the assistant': [
    'assistant: previews a change, applies it as one step, and undo reverts it as a whole',
    'answering: next to the run that asks them',
  ],
  'Save. Every save': ['assistant: an older version is shown as a difference and restored'],
  'D | disables': [
    'disabling: the key D disables the selected nodes in one undo step',
    'disabling: disables several nodes in one undo step, and enables them again',
  ],
  'D, "Disable"': [
    'disabling: the menu and the command palette disable and enable',
    'pass-over: reports nothing of a disabled node itself, and an error for a required input that loses its value',
  ],
  'The value that arrives': [
    'disabling: a run passes the value over the node and shows it as disabled',
    'pass-over: %s',
  ],
  'The order passes on': ['pass-over: %s'],
  'An input that gets no value': [
    'pass-over: warns of an optional input that loses its value',
    'pass-over: rejects an expression that uses the result of a disabled node',
  ],
  'A disabled If / else': ['pass-over: %s'],
  'A disabled webhook': [
    'disabled-nodes: a disabled webhook is not found, and a disabled schedule is not scheduled',
    'pass-over: %s',
    'pass-over: warns of nodes that never run',
  ],
  'In the document, a disabled': ['disable: disables and enables a node, and undoes both'],
  'Shift+E |': ['extracting: reports why a selection cannot be extracted'],
  'Select nodes and choose': [
    'extracting: replaces the selection by one node that returns the same',
    'extracting: undo restores the canvas',
    'extraction: makes inputs and outputs of the connections that cross the boundary',
    'extract: keeps the secrets of moved nodes',
    'extract: undo restores the secrets of moved nodes after the workflow was saved',
    'extracting: a selected group is extracted with its nodes',
    'extract: returns the same for a gateway whose branches leave the selection',
  ],
  'All moved nodes start': [
    'extract: returns the same for a node without connections to it, which starts with the call',
  ],
  'The page names the reason': [
    'extraction: refuses with the reason %s',
    'extraction: a node that starts by itself is refused beside an input that may be skipped',
    'extraction: refuses expressions across the boundary, and those that use facts of the run',
    'extraction: extracts a loop with its body, and nodes of a body',
  ],
  'Changes are stored': [
    'drafts: leaving a new workflow and coming back loses nothing, also not after another edit and a save',
    'drafts: is stored per person, returned as it was sent, and changes no version',
  ],
  'table Saving, drafts and publishing': [
    'drafts: leaving a new workflow and coming back loses nothing, also not after another edit and a save',
    'drafts: edits continue while the service is killed, and reach it after its restart',
    'drafts: two tabs edit one workflow: nothing is overwritten until the person decides',
    'save-status: is %s',
  ],
  'The editor always opens': [
    'drafts: another browser opens the draft, compares it with the saved version and discards it',
    'undo: reverts discarded changes',
  ],
  'Leaving the editor': [
    'drafts: the back button leads from a new workflow to the page before it',
    'drafts: leaving without changes does not ask, and signing out with changes does',
    'drafts: closing the tab with unsaved changes asks, and keeps even the last keystroke',
  ],
  'If you edit the same': [
    'drafts: two tabs edit one workflow: nothing is overwritten until the person decides',
    'drafts: a draft that is older than the saved version opens with the question which to keep',
  ],
  'Every save is live': [
    'publishing: saves of a workflow that is published by hand are live after Publish',
    'run-session: runs a saved document as stored and any other as sent with the request',
  ],
  'A workflow with a webhook': [
    'publishing: the switch Active takes effect at once and leaves unsaved changes unsaved',
  ],
  'While a run is going': ['drafts: the run panel shows that the service is gone, and catches up after its restart'],
  'Workflows |': [
    'home: updates a run live',
    'collaboration: exports from the editor, imports into another workflow and from the home page',
  ],
  'the editor |': ['first-workflow: breaks a workflow and fixes it with the list of problems'],
  'Executions |': ['viewer: the list of executions is live and can be filtered'],
  'the viewer |': ['viewer: watches a run live in graph, kanban and table'],
  'the playground |': ['web-playground: answers a message in Markdown, and the log is collapsible'],
  'Inbox |': ['answering: in the inbox, as they arrive'],
  'Settings |': [
    'quality: the theme is selected, stored, and used before the first paint',
    'language: is selected in the settings, applied immediately and stored; the focus stays',
    'page-failures: a token is shown once, and the key of a connection never',
  ],
  'drag a node from the left': [
    'keyboard: creates, connects, saves and runs a workflow, and shows the result',
    'connect-after: connects a tool to the agent',
  ],
  'drag from a port': ['connecting: an incompatible connection is rejected while it is dragged, with the reason'],
  'drop a connection': [
    'connecting: a connection dropped on empty canvas offers compatible nodes, and adding one is one step',
  ],
  'drop a node onto': [
    'connecting: a node type dropped onto a connection is inserted into it as one step',
    'connecting: an unconnected node dragged onto a connection is inserted, a connected one is not',
  ],
  'point at a connection': ['connecting: a hovered connection offers to insert a node'],
  'drag one end': [
    'connecting: a reconnected edge keeps its comment',
    'connecting: an edge dropped on empty canvas is removed, and undo restores it',
  ],
  'drag with Shift': [
    'editing: a selection box and Shift clicks select several nodes, which move together and back',
    'editing: several nodes are aligned and distributed, and undo restores each',
  ],
  'Enter or a double click on a node |': [
    'keyboard: Enter opens a focused node with its input, settings and output, and Escape returns to it',
  ],
  'Ctrl+K |': ['arranging: the command palette runs actions, finds nodes, adds nodes and opens workflows and settings'],
  'F2, or a double': ['arranging: F2 and a double click on the title rename a node in place'],
  'Ctrl+Enter |': ['arranging: Control and Enter run the workflow'],
  'A workflow whose nodes': [
    'arranging: a document without positions is laid out when it is opened, and is not changed by it',
  ],
  'Cards show a': [
    'cards: a card shows a line about its settings',
    'cards: zoomed out, a card shows its title and summary in large type and can still be connected',
    'cards: trigger, error and tool ports appear on hover, focus and use',
    'cards: a new node has no errors until its form is left, edited, saved or run',
  ],
  'On a phone, and': [
    'adding: a workflow is readable when it is opened on a phone, and starts at its beginning',
    'narrow: builds, runs and saves a workflow on a phone',
    'narrow: the menu has the controls that the bar has no room for',
    'narrow: an embed of 700 px has overlays in a wide window, and panels again when it grows',
  ],
  'The catalogue collapses': [
    'cards: the catalogue collapses to icons, which is remembered',
    'cards: the settings are closed until something is selected',
  ],
  'copy and paste': [
    'editing: nodes are duplicated, cut and pasted, in the workflow and as text',
    'clipboard: a copy contains the nodes and the edges between them, without secrets',
  ],
  'Shift+L': [
    'editing: auto-layout moves the nodes, and undo restores them',
    'auto-layout: keeps notes beside their nodes, and the upper left corner',
    'auto-layout: that takes long leaves the editor usable and can be cancelled',
  ],
  'Ctrl+F': ['editing: search finds nodes by their text, one after another'],
  'A connection goes around': [
    'arranging: a connection is routed again after a node is dragged into its way, and out of it',
    'edge-detour: a detour goes around nodes that stand in its vertical parts',
    'arranging: a connection goes around a node that is in its way, and back when the node leaves',
    'edge-routing: a loop-back edge passes below both of its nodes',
    'edge-routing: a loop-back edge between stacked nodes uses the gap if it is free and wide enough',
    'edge-routing: the vertical parts of a loop-back edge go around nodes beside them',
    'arranging: a connection that leads back goes around a node beside its vertical part',
    'graph-rules: draws a port that only an edge refers to',
  ],
  'A new node has the focus': [
    'adding: the new node has the focus, and Escape in a field of its settings returns to it',
  ],
  'A new node is connected by its value': [
    'adding: an HTTP request after a webhook is connected without a message about missing values',
    'connect-after: connects an optional input that takes the value, and order only if none does',
    'values: are announced as missing when a connection is for order only',
  ],
  'Templates make inputs': [
    'values: fill the placeholders of a template that was added after a text',
    'values: keep the connection of a placeholder that is removed, as an error, until it is typed again',
    'template-inputs: may be a key of the data',
  ],
  'Branches of If / else, Switch': [
    'values: pass through the branch that is taken',
    'branch-edges: makes edges from behind another branch count as triggers, but not edges from before the gateway',
  ],
  'Notes contain Markdown': [
    'connecting: an idea is connected like any node; its edge is drawn as a plan and never runs',
  ],
  'Ctrl+G': ['groups: Ctrl+G draws a titled group around the selection, and ungroup keeps the nodes'],
  'Groups are frames': [
    'groups: a group moves with its nodes, by mouse and by keys, in one step each',
    'groups: a node that is dragged out stays when the group moves, and one that is dragged in goes along',
    'groups: the color is chosen above the group, the size at its corner, and both are saved and undone',
    'groups: deleting a group keeps its nodes, duplicating and cutting it takes them along',
    'groups: auto-layout keeps the nodes of a group inside it and the others outside, in one step',
    'groups: a node that is added after a node of a group is in the group',
    'groups: a run, an export and Agent Spec ignore or keep it, and it is accessible in light and dark',
  ],
  'Run starts what is on the screen': [
    'run-session: runs a saved document as stored and any other as sent with the request',
    'values: of a failed response are shown with the error',
    'values: are shown by the edges and nodes that a run took',
    'test-runs: shows the values of a run on hovered ports',
    'test-runs: runs from a node with the earlier results of the last run',
    'test-runs: a pinned output is marked and replaces the node until it is unpinned',
  ],
  '"Input" and "Output" below': [
    'node-data: the panel of a node shows the input and output of the last stored run without leaving the settings',
    'node-data: a node that was added after the run gets the outputs of the nodes it is connected to',
    'node-data: the run leads back to the settings of its node',
  ],
  'Double-click a node': [
    'node-data: the node view shows input, settings and output side by side, and stacked where it is narrow',
    'node-data: values of the input are dragged as expressions',
  ],
  'Lists are shown': [
    'value-viewer: shows 100,000 rows as a table with only the visible rows in the page',
    'value-viewer: searches all rows',
    'value-viewer: shows the same rows as a tree and as text, again only the visible ones',
    'value-viewer: copies the path and the value of a row, and downloads the whole value',
  ],
  '"Test this node" runs': [
    'test-one-node: asks for inputs that are not known, and runs only this node with them',
    'test-one-node: runs the nodes before it first if the user agrees',
    'test-one-node: uses the last results without asking, with the settings on the canvas',
    'node-test: runs the nodes before it whose results are not known, up to those that are',
  ],
  'A test is a run': [
    'run-session: the test of one node uses pinned data always, and is not what a run from a node starts from',
    'secrets: uses no secrets for a caller without write access, who could redirect them',
  ],
  '"Set output" pins': [
    'node-data: pinned data is typed as JSON, checked, and used by the next run',
    'node-data: the data of a past run is imported as pinned data',
    'test-one-node: a past run provides the data of the next test runs',
  ],
  'The settings form': ['fields: are sorted by x-display-order, then in schema order'],
  'string |': ['fields: formats use the control of the browser'],
  'string with multiline': ['fields: a multiline text, and a secret that is hidden until it is revealed'],
  'string with hidden': ['fields: a multiline text, and a secret that is hidden until it is revealed'],
  'enum, oneOf': [
    'fields: a select has its default, readable labels, and shows the selected option',
    'fields: several options of a list are checked',
  ],
  'number, integer': [
    'fields: a number changes by its step, stays within its limits, and reports text',
    'fields: a range is a slider with a number field',
  ],
  'boolean |': ['fields: a switch, and a read-only one'],
  'array with items': ['fields: items of a list are added, edited, moved and removed, within its limits'],
  'object with properties': ['fields: supports nested objects, and makes all fields of a read-only one read-only'],
  'object or array without': [
    'fields: JSON is stored as an object if it is valid, formatted on blur or by the button, and stored as text for type string',
  ],
  'json with x-holds': [
    'form-fields: a form is built from fields, shown to a person, and answered',
    'form-fields: the JSON of a form can be edited, and properties without a row are kept',
  ],
  'object with additionalProperties': [
    'conditional-fields: edits headers as rows that are added, removed, pasted and edited as text',
  ],
  'To use a value': [
    'expressions: is turned on by typing double braces, and asks for data before the first run',
    'expressions: completes paths with the values of the last run, and shows the result',
    'language-fields: a value is dragged with the mouse from the data to a field and to a template',
    'language-fields: a template shows the error of a run, its place, and marks it in the text',
  ],
  '"Insert value" lists': ['language-fields: the list of values inserts at the cursor in the syntax of each editor'],
  'Tab goes from': [
    'language-fields: Tab goes from field to field, and a brace turns a select into an expression',
    'language-fields: a suggestion list that offers no other choice does not cover the next field',
    'expressions: is turned off and on by its button, and undo restores it',
    'expression-edits: the edits are lines of the DSL that leave the node with the new expressions',
  ],
  'A setting with x-show-when': [
    'conditional-fields: shows the token only with an authentication that uses it, under its name',
    'conditional-fields: has advanced settings in a section that is closed at first and open when one is set',
    'validate: do not miss a required setting that does not apply',
  ],
  'string with x-suggestions': ['form-fields: a schedule is selected from suggestions or typed'],
  'autocomplete |': ['fields: appear after enough characters, use other fields, and are selected by keyboard'],
  'template, expression': ['fields: a template completes the variables of its inputs'],
  'code, javascript': [
    'fields: code is formatted on blur, only if it can be parsed',
    'fields: other languages are not formatted',
  ],
  'markdown |': ['fields: Markdown has a toolbar, a preview and a spell checker'],
  'Editors support height': [
    'fields: an expanded editor has the same text',
    'fields: code is formatted on blur, only if it can be parsed',
    'fields: supports nested objects, and makes all fields of a read-only one read-only',
  ],
} satisfies Statements
