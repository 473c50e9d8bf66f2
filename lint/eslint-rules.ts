// Rules that oxlint does not have: two from ESLint, and one for comments that disable rules.

import type { Rule } from 'eslint'
import { builtinRules } from 'eslint/use-at-your-own-risk'

const DIRECTIVE = /^\s*(eslint|oxlint)-(disable|enable)/
const REASONED = /^\s*(eslint|oxlint)-disable-(next-line|line)\s+[^\s-].*\s--\s+\S/

/**
 * `// eslint-disable-next-line some-rule -- the reason`: for one line, named rules, with a reason.
 */
const reasonedDirective: Rule.RuleModule = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments())
        if (comment.loc && DIRECTIVE.test(comment.value) && !REASONED.test(comment.value))
          context.report({
            loc: comment.loc,
            message: 'Switch off a named rule for one line and give the reason after " -- ".',
          })
    },
  }),
}

export default {
  meta: { name: 'eslint-js' },
  rules: {
    'no-restricted-syntax': builtinRules.get('no-restricted-syntax'),
    'reasoned-directive': reasonedDirective,
    strict: builtinRules.get('strict'),
  },
}
