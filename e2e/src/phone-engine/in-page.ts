/**
 * Code that runs in the page, beside ODK's engine. Each function is sent as text, so that it refers to nothing
 * outside of it. The types describe only the part of the engine that is used.
 */

interface Text {
  readonly asString: string
}
interface EngineNode {
  readonly nodeType: string
  readonly valueType?: string
  readonly selectType?: string
  readonly appearances?: Iterable<string> | null
  readonly definition: { readonly bind?: { readonly bindElement: Element } }
  readonly currentState: {
    readonly reference: string
    readonly relevant: boolean
    readonly required: boolean
    readonly readonly: boolean
    readonly label: Text | null
    readonly hint: Text | null
    readonly children: readonly EngineNode[] | null
    readonly valueOptions: readonly { readonly value: string; readonly label: Text }[] | null
    readonly instanceValue?: string
  }
  readonly validationState: {
    readonly constraint?: { readonly valid: boolean; readonly message: Text | null }
    readonly required?: { readonly valid: boolean; readonly message: Text | null }
  }
  selectValue?: (value: string | null) => void
  selectValues?: (values: readonly string[]) => void
  setValues?: (values: readonly string[]) => void
  setValue?: (value: unknown) => void
  addInstances?: (afterIndex?: number, count?: number) => void
  removeInstances?: (startIndex: number, count?: number) => void
}
interface EngineRoot extends EngineNode {
  readonly languages: readonly { readonly language: string; readonly isSyntheticDefault?: true }[]
  readonly currentState: EngineNode['currentState'] & {
    readonly activeLanguage: { readonly language: string }
  }
  setLanguage: (language: unknown) => void
}
interface Engine {
  createInstance: (
    xml: string,
    options: { form: { fetchFormAttachment: (url: URL) => Promise<Response> } },
  ) => Promise<{ root: EngineRoot }>
}

/** An answer as ODK writes it, by path such as `/data/members[2]/age`. */
export type GivenAnswers = Readonly<Record<string, string>>

/** The state of an element in the engine. */
export interface NodeState {
  type: string
  valueType: string
  appearance: string[]
  relevant: boolean
  required: boolean
  readOnly: boolean
  value: string
  /** Undefined if the engine was not asked for texts. */
  label?: string | null
  hint?: string | null
  choices: { value: string; label: string }[] | null
  missing: boolean
  violated: boolean
  /** The attributes of the bind with the rules of the element. */
  bind: Record<string, string>
}

export interface FormReading {
  languages: string[]
  activeLanguage: string
  /** By path; rows count from 1. */
  nodes: Record<string, NodeState>
  /** The interview as ODK Collect sends it. Only JavaRosa writes it. */
  submission?: string
}

/** Fills a form, and reads what the engine shows. `rows` are the numbers of rows by the path of the repeat. */
export const fillForm = async ({
  xform,
  rows,
  answers,
  language,
  keepsRows = false,
  files = {},
}: {
  xform: string
  rows: Readonly<Record<string, number>>
  answers: GivenAnswers
  language?: string
  /** Leaves the rows of a new form as they are. */
  keepsRows?: boolean
  /** CSV files of the form, by their address. */
  files?: Readonly<Record<string, string>>
}): Promise<FormReading> => {
  const engine = (await import(new URL('/engine.js', location.href).href)) as Engine
  const fetchFormAttachment = async ({ href }: URL): Promise<Response> =>
    new Response(files[href] ?? null, {
      status: href in files ? 200 : 404,
      headers: { 'content-type': 'text/csv' },
    })
  const { root } = await engine.createInstance(xform, { form: { fetchFormAttachment } })
  const each = (node: EngineNode, visit: (node: EngineNode) => void): void => {
    visit(node)
    for (const child of node.currentState.children ?? []) each(child, visit)
  }
  const fill = (node: EngineNode, text: string): void => {
    if (node.nodeType === 'select') {
      if (node.selectType === 'select1') node.selectValue?.(text)
      else node.selectValues?.(text.split(' '))
    } else if (node.nodeType === 'rank') node.setValues?.(text.split(' '))
    else if (node.nodeType === 'trigger') node.setValue?.(true)
    else node.setValue?.(text)
  }
  each(root, (node) => {
    if (keepsRows || node.nodeType !== 'repeat-range:uncontrolled') return
    const present = node.currentState.children?.length ?? 0
    const rowCount = rows[node.currentState.reference] ?? 0
    if (rowCount > present) node.addInstances?.(present - 1, rowCount - present)
    if (rowCount < present) node.removeInstances?.(rowCount, present - rowCount)
  })
  // A counted repeat gets its rows while answers are filled in.
  for (let pass = 0; pass < 3; pass += 1)
    each(root, (node) => {
      const text = answers[node.currentState.reference]
      if (text !== undefined && node.currentState.instanceValue !== text) fill(node, text)
    })
  const chosen = root.languages.find((one) => one.language === language)
  if (chosen) root.setLanguage(chosen)
  const nodes: Record<string, NodeState> = {}
  each(root, (node) => {
    const { currentState: state, validationState: validation } = node
    const bind = node.definition.bind?.bindElement
    nodes[state.reference] = {
      type: node.selectType ?? node.nodeType,
      valueType: node.valueType ?? '',
      appearance: [...(node.appearances ?? [])],
      relevant: state.relevant,
      required: state.required,
      readOnly: state.readonly,
      value: state.instanceValue ?? '',
      label: state.label?.asString ?? null,
      hint: state.hint?.asString ?? null,
      choices: Array.isArray(state.valueOptions)
        ? state.valueOptions.map(({ value, label }) => ({ value, label: label.asString }))
        : null,
      missing: validation.required?.valid === false,
      violated: validation.constraint?.valid === false,
      bind: Object.fromEntries([...(bind?.attributes ?? [])].map(({ name, value }) => [name, value])),
    }
  })
  return {
    languages: root.languages.map((one) => one.language),
    activeLanguage: root.currentState.activeLanguage.language,
    nodes,
  }
}
