import { everyFaultIn } from './everyFault';

everyFaultIn('ask', 'nvp', 'plain');
