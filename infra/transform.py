"""Runs SAM's own transform over the template, offline.

`sam validate --lint` and cfn-lint accept things that the transform refuses at
deployment (a route key with a hyphen, for one). Needs aws-sam-translator, which
comes with aws-sam-cli.

    python infra/transform.py [template.yaml]
"""

import os
import sys

os.environ.setdefault("AWS_DEFAULT_REGION", "us-east-1")

from samtranslator.model.exceptions import InvalidDocumentException
from samtranslator.translator.transform import transform
from samtranslator.yaml_helper import yaml_parse


class ManagedPolicies:
    """Stands in for the account's list of managed policies."""

    def load(self):
        names = ["AWSLambdaBasicExecutionRole", "AWSLambdaSQSQueueExecutionRole"]
        return {name: f"arn:aws:iam::aws:policy/service-role/{name}" for name in names}


def main() -> int:
    path = sys.argv[1] if len(sys.argv) > 1 else "template.yaml"
    with open(path, encoding="utf-8") as file:
        template = yaml_parse(file)
    for resource in template["Resources"].values():
        if resource["Type"] == "AWS::Serverless::Function":
            # Where `sam package` would have put it.
            resource["Properties"]["CodeUri"] = "s3://bucket/code.zip"
    parameters = {"SiteZone": "Europe/Rome"}
    try:
        result = transform(template, parameters, ManagedPolicies())
    except InvalidDocumentException as error:
        for cause in error.causes:
            print(cause.message, file=sys.stderr)
        return 1
    print(f"{path}: {len(result['Resources'])} resources")
    return 0


if __name__ == "__main__":
    sys.exit(main())
