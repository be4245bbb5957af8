"""client.py <address of the WSDL> [<address to send to instead>]: reads
[[operation, argument...]...] as JSON and prints, for each call, {"result": ...} or
{"fault": {"code": ..., "text": ...}}.

Arguments that are missing at the end or null are not sent at all.
"""

import json
import sys

from zeep import Client
from zeep.exceptions import Fault
from zeep.helpers import serialize_object
from zeep.xsd import SkipValue

client = Client(sys.argv[1])
[service] = client.wsdl.services.values()
port_of = {
    operation: port
    for port, definition in service.ports.items()
    for operation in definition.binding.all()
}


def argument(value):
    """Zeep drops a plain list without a word: it wants the items of an array by their name."""
    if isinstance(value, list):
        return {"item": [argument(item) for item in value]}
    if isinstance(value, dict):
        return {name: argument(member) for name, member in value.items()}
    return value


def call(operation, *values):
    port = client.bind(service.name, port_of[operation])
    if len(sys.argv) > 2:
        port = client.create_service(port._binding.name, sys.argv[2])
    parameters = port._binding.get(operation).input.body.type.elements
    given = [SkipValue if value is None else argument(value) for value in values]
    given += [SkipValue] * (len(parameters) - len(given))
    try:
        return {"result": serialize_object(port[operation](*given), dict)}
    except Fault as fault:
        return {"fault": {"code": fault.code, "text": fault.message}}


json.dump([call(*step) for step in json.load(sys.stdin)], sys.stdout)
