/** What executes the statements of docs/how-to/expressions.md. */
import { prose, type Statements } from '../statements.ts'

const REQUEST = 'expressions: uses the values of its inputs and of other nodes, and shows them'
const TYPES = 'expressions: a single expression keeps its type, and a setting inside another is found by its path'
const PLAIN = 'expressions: a document without the extension keeps its double braces as they are'
const LOOP = 'settings: in a loop, a reference sees the result of the same round, and nodes outside of it'
const EXAMPLES = 'docs-expressions: every example of docs/how-to/expressions.md has the value that it shows'
const ATTEMPTS = 'settings: every attempt uses the values of the first'
const SECRET = 'expressions: is sent to the host that is written out in the expression'

export const STATEMENTS = {
  'A text setting of a node': [REQUEST],
  'The expression is in': [TYPES, PLAIN, 'expression-rules: are a warning with the setting and the position'],
  'Inside {{ }} is JSONata': [EXAMPLES],
  'table What an expression can use': [REQUEST, TYPES, 'settings: only the values that are used are part of the scope'],
  'A label is written': [
    'expression-rules: a label that several nodes have is ambiguous, an id is not',
    'follow-names: a new label',
    'follow-names: copies that are inserted together',
  ],
  'A node that was skipped': [
    LOOP,
    'expression-rules: inside a loop everything around it is known, after it only the loop itself',
  ],
  'These examples are evaluated': [EXAMPLES],
  'A text that is one': [TYPES, 'expressions: fails the step with a routable error'],
  'Every text setting except': prose,
  'secrets, and settings': ['expression-rules: settings of triggers are read before the run'],
  'settings that are read before': ['expression-rules: settings of triggers are read before the run'],
  'If a node has a stored secret': [
    SECRET,
    'expressions: is sent to the host of the plain setting if the expression does not fix one',
    'expressions: egress rules apply to resolved addresses',
  ],
  'In the editor, type': [
    'expressions: is turned on by typing double braces, and asks for data before the first run',
    'expressions: one undo restores the text before the braces, by the canvas and in the editor of the expression',
    'expressions: completes paths with the values of the last run, and shows the result',
    'expressions: shows the error that a run would have',
    'expressions: takes a value from the picker, which finds it by its path',
    'expressions: is turned off and on by its button, and undo restores it',
    'expressions: takes a value that is dropped on a plain field',
    'language-fields: Tab goes from field to field, and a brace turns a select into an expression',
  ],
  'Templates, transforms': [
    'language-fields: a template shows its text and the placeholders without a value',
    'language-fields: a transform shows its result over the last input, lists and the whole value included',
    'language-fields: each editor completes the names that it can use',
    'language-fields: the list of values inserts at the cursor in the syntax of each editor',
    'used-value: becomes a new placeholder of a template, with a name that is not taken',
    'language-scope: the examples evaluate texts of every type that has them',
  ],
  'The edit commands bind': [
    'follow-names: set, remove and replace an expression',
    'preview: a preview has the value of the text',
    'preview: a preview of a wrong text has the error and its position in the text',
    'preview: has the text, with filters and tags',
    'expression-rules: a syntax error has its position in the text',
  ],
  'The engine evaluates': [
    ATTEMPTS,
    'settings: a step that had started sees the recorded values',
    'expressions: as a tool: over the arguments of the call and the nodes before the agent',
    'expressions: pinned data is used instead of a node with expressions, and by expressions of others',
    'expressions: comes back with an import',
  ],
  'Paths such as': [REQUEST],
} satisfies Statements
