/**
 * Wording that readers of technical English stumble over, with the plain alternative. Add a row when a review
 * finds another one.
 */
export type Rule = readonly [pattern: RegExp, advice: string]

/** Words and phrases, refused in every text. */
export const wordRules: readonly Rule[] = [
  [/\bwh(o|om|oso)ever\b/i, 'name the actor: "the caller", "the user who …"'],
  [/\bwhatever\b/i, 'write "any", or name the thing'],
  [/\b(some|every|no)body\b/i, 'write "a user", "every user", "no user", or name the process'],
  [/\b(only|just|for) so (many|few|much|long)\b/i, 'give the number or the unit: "up to n rows"'],
  [/\bso (many|few) (of|rows|days|hours|people|times)\b/i, 'give the number or the unit: "n rows"'],
  [/\b(anew|afresh)\b/i, 'write "again"'],
  [/\bmend(s|ed|ing)?\b/i, 'write "fix" or "repair"'],
  [/\breckon(s|ed|ing)?\b/i, 'write "estimate" or "compute"'],
  [/\bbeforehand\b/i, 'write "in advance" or "before the …"'],
  [/\b(meanwhile|in between times)\b/i, 'write "at the same time" or "until then"'],
  [/\b(over and over|again and again)\b/i, 'write "repeatedly" or "on every …"'],
  [/\blet alone\b/i, 'write "and not"'],
  [/\b(all the same|alike)\b/i, 'write "equal" or "the same"'],
  [/\badd(s|ed)? up\b/i, 'write "sum" or "total"'],
  [/\bput together\b/i, 'write "build", "combine" or "compile"'],
  [/\bgo(es)? on\b/i, 'write "continue"'],
  [/\b(is|are|was|were|be|been) (told|said|meant)\b/i, 'write "is reported", "returns" or "means"'],
  [/\btold apart\b/i, 'write "distinguished"'],
  [/\bst(ands|ood) (in|at|by|there|above|below|before|on|beside)\b/i, 'write "is in", "is stored in"'],
  [/\blie(s)? (in|at|there|above|below|between|beside)\b/i, 'write "is in", "is between"'],
  [/\bof (its|their|one's|his|her) own\b/i, 'write "separate", or "its own …" before the noun'],
  [/\b(by itself|by themselves)\b/i, 'write "automatically", "alone" or "without …"'],
  [/\b(in words|one's own)\b/i, 'write "as text", "the user\'s"'],
  [/\bin a circle\b/i, 'write "cycle" or "deadlock"'],
  [/\bthose (who|whom|whose)\b/i, 'name them: "users who …"'],
  [/\bof (none|no use)\b/i, 'write "without a value" or "unused"'],
  [/\bthought (lost|dead)\b/i, 'write "counts as lost"'],
  [
    /\bdesign \d|\bproduct-decisions\b|\bthe specification\b/i,
    'cite docs/product.md ("spec §4") or a decision',
  ],
  [/\bat hand\b/i, 'write "available"'],
]

/** Openings of sentences in comments and documents: a sentence starts with its subject or its verb. */
export const openingRules: readonly Rule[] = [
  [/^What (?!(if|to)\b)[^?]*$/, 'start with the subject or the verb, not with a clause'],
  [/^(Of|Whose|Whom|Beyond|Few|Those) /, 'start with the subject or the verb'],
  [/^So (?!(that|the|this|far)\b)/, 'start with the subject, and give the reason with "because"'],
  [/^Where [^,]*\.$/, 'write "If …, …", or start with the subject'],
  [/^Until [^,]*\.$/, 'start with the subject or the verb'],
  [/^That (a|an|the|it) /, 'start with the verb: "Checks that …"'],
  [/^(And|Also) (what|where|of|when|so) /, 'join it to the sentence before, or start with the subject'],
  [/^Left (out|blank|alone|over)\b/, 'start with the subject: "An empty value means …"'],
]

/** Identifiers: functions are verbs, data are nouns. */
export const nameRules: readonly Rule[] = [
  [/^(often|seldom)$/, 'name the technique, such as "prepared"'],
  [/^(kept|keeps)$/, 'name the data or the rule, such as "previousData", "isAllowed"'],
  [
    /^(asked|asking|wanted|unsaid|said|told|meant)$/,
    'name the data, such as "requested", "scope", "options"',
  ],
  [/^(ours|whose|whoever)$/, 'name the owner and the data, such as "ownLock"'],
  [/^(walked|begun|brought)$/, 'use a noun or a verb, such as "visitedRows", "startedAt"'],
  [/^(mend|reckon|bring|tell|say)$/, 'use the usual verb: "fix", "estimate", "import", "report"'],
  [/^(timely|anew|near)$/, 'use a noun or a verb, such as "isConsistent", "neighbours"'],
]
