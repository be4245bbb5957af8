/** Why a recipient gets nothing, after the name or number. */
export const REPEATED = 'it occurs more than once';
