/** Codes for invalid syntax, used as the `reason` of a response. */
export const syntaxReasons = [
  "syntax_empty",
  "syntax_too_long",
  "syntax_control_character",
  "syntax_invisible_character",
  "syntax_broken_text",
  "syntax_display_name",
  "syntax_space",
  "syntax_comment_unclosed",
  "syntax_no_at_sign",
  "syntax_several_at_signs",
  "syntax_local_empty",
  "syntax_local_dot",
  "syntax_local_character",
  "syntax_local_not_ascii",
  "syntax_local_too_long",
  "syntax_quote_misplaced",
  "syntax_quote_unclosed",
  "syntax_domain_empty",
  "syntax_domain_dot",
  "syntax_domain_hyphen",
  "syntax_domain_character",
  "syntax_domain_label_too_long",
  "syntax_domain_too_long",
  "syntax_domain_numeric",
  "syntax_domain_not_idn",
  "syntax_address_literal",
] as const;

export type SyntaxReason = (typeof syntaxReasons)[number];

/** Parser error with a reason and a sentence about the position. */
export class SyntaxFault extends Error {
  override name = "SyntaxFault";

  constructor(
    readonly reason: SyntaxReason,
    detail: string,
  ) {
    super(detail);
  }
}
