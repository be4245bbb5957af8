import type { INodePropertyTypeOptions } from 'n8n-workflow';

/** Options of a field whose value is shown as dots. */
export const maskedInput: INodePropertyTypeOptions = { password: true };
