#!/usr/bin/perl
# A SOAP::Lite server on a free port, which it prints. It answers in SOAP::Lite's own dialect: types
# guessed from the values, base64 for text that is not ASCII, made-up element names, and an object
# that occurs twice as a multi-reference. A SOAPAction or a namespace other than the interface's is
# answered with a fault. SERVICE_FOLDER takes a record of the last call.
use strict;
use warnings;
use utf8;
use SOAP::Transport::HTTP;

package Service;
use parent -norequire, 'SOAP::Server::Parameters';
use JSON::PP;
use Scalar::Util 'reftype';

my $staff = { name => 'Staff', keyword => '007', ispublic => 1, stackOrder => 2 };
my $address = { city => "Orém", zip => '02134', street => "5 <A> & St\r\nRear", state_abbr => 'UT' };
my $division = {
	name => "Nörd \x{1F600}", phone => '18015550101', default_code => '12345', email => undef, url => '',
	address => $address, divisions => [], subscriptionnodes => [$staff],
};

my %responses = (
	authenticationTest => undef,
	getCellularCarrierId => { list => [ { phone => '18015551001', carrier => 'AT&T', carrier_id => 383, international => 'false', landline => 0, invalid => 0 } ] },
	readDivision => $division,
	createDivision => $division,
	getActiveSubscribers => { subscribers => [ map {
		{ name => 'Staff', email => 1, landline => 0, created_at => '2011-02-03 04:05:06',
			user => { first_name => $_->[0], phone => $_->[1], address => $address } }
	} ['Ann', '18015551001'], ["Zoë", '447700900123'] ] },
	getTransactionStatus => { transactionlist => [ { sendTo => 18015551001, status_code => 101, status_message => 'Sent to Carrier' } ] },
	getTemplates => { templates => [] },
	deleteTemplate => undef,
);

for my $operation (keys %responses) {
	no strict 'refs';
	*$operation = sub {
		record($operation, $_[-1]);
		return { result => SOAP::Data->type(boolean => 1), error_code => 0, message => 'Done', response => $responses{$operation} };
	};
}

sub sendMessage {
	record('sendMessage', $_[-1]);
	return { result => 'true', error_code => 0, message => 'Message request received', transaction_ticket => '1e5', custom_ticket => $_[-1]->method->{custom_ticket} };
}

sub test { return 1 }

sub getDivisionGroups { return { result => 0, error_code => 105, message => 'Invalid keyword: Ünknown' } }

sub readTemplate { die SOAP::Fault->faultcode('Server')->faultstring('The database is gone') }

sub record {
	my ($operation, $request) = @_;
	open my $file, '>:raw', "$ENV{SERVICE_FOLDER}/record.json" or die $!;
	print $file encode_json({ operation => $operation, arguments => plain($request->method) });
	close $file;
}

# SOAP::Lite makes an object of every typed struct.
sub plain {
	my ($value) = @_;
	my $type = reftype($value) // '';
	return $type eq 'HASH' ? { map { $_ => plain($value->{$_}) } keys %$value }
		: $type eq 'ARRAY' ? [ map { plain($_) } @$value ]
		: $value;
}

package main;

my $daemon = SOAP::Transport::HTTP::Daemon->new(LocalAddr => '127.0.0.1', LocalPort => 0)
	->dispatch_with({ 'urn:webservices2_0_0' => 'Service' });
$| = 1;
print $daemon->url, "\n";
$daemon->handle;
