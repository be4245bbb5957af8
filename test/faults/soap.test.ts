import { everyFaultIn } from './everyFault';

everyFaultIn('soap');
